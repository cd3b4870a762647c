/** A list that goes on below says so: its lower edge fades (`[data-more]` in app.css) until its end is in sight. */
export function fades(list: HTMLElement) {
  const look = () => list.toggleAttribute("data-more", list.scrollHeight - list.clientHeight - list.scrollTop > 4);
  const sizes = new ResizeObserver(look);
  const watch = () => {
    for (const one of [list, ...list.children]) sizes.observe(one);
    look();
  };
  const rows = new MutationObserver(watch);
  rows.observe(list, { childList: true });
  list.addEventListener("scroll", look, { passive: true });
  watch();
  return {
    destroy() {
      sizes.disconnect();
      rows.disconnect();
    },
  };
}
