/** Short dry sounds, synthesised; one switch, no music, never two within 80 ms. */
import { settings } from "../settings.svelte";

export type Sound = "card" | "wagon" | "punch" | "stamp" | "lamp" | "chime";

let context: AudioContext | null = null;
let last = 0;
let laid = 0;

function tone(
  at: number,
  frequency: number,
  length: number,
  loud: number,
  type: OscillatorType = "triangle",
  to = frequency,
): void {
  const c = context!;
  const [osc, gain] = [c.createOscillator(), c.createGain()];
  osc.type = type;
  osc.frequency.setValueAtTime(frequency, at);
  osc.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  osc.connect(gain).connect(c.destination);
  osc.start(at);
  osc.stop(at + length);
}

function noise(at: number, length: number, loud: number, pitch: number): void {
  const c = context!;
  const buffer = c.createBuffer(1, Math.ceil(c.sampleRate * length), c.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const [source, filter, gain] = [c.createBufferSource(), c.createBiquadFilter(), c.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(c.destination);
  source.start(at);
}

const SCORE: Record<Sound, (now: number) => void> = {
  card: (now) => noise(now, 0.06, 0.16, 3200),
  wagon: (now) => tone(now, 300 * (4 / 3) ** (laid++ % 4), 0.07, 0.12, "square", 180),
  punch: (now) => {
    noise(now, 0.05, 0.2, 900);
    tone(now + 0.12, 659, 0.25, 0.07, "sine");
    tone(now + 0.3, 880, 0.4, 0.07, "sine");
  },
  stamp: (now) => tone(now, 130, 0.16, 0.16, "sine", 70),
  lamp: (now) => noise(now, 0.03, 0.14, 1800),
  chime: (now) => {
    tone(now, 659, 0.3, 0.06, "sine");
    tone(now + 0.18, 880, 0.45, 0.06, "sine");
  },
};

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  if (!navigator.userActivation?.hasBeenActive) return;
  const at = performance.now();
  if (at - last < 80) return;
  last = at;
  if (sound !== "wagon") laid = 0;
  context ??= new AudioContext();
  SCORE[sound](context.currentTime);
}
