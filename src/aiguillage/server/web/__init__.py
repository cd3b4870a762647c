"""How the world comes in: HTTP, WebSockets, who is let in, and the command that starts it all."""
