"""Tables for people: HTTP and WebSocket, storage, seats, bots at the table.

Nothing here is imported by the rest of the package; the command line imports it when the server is started.
`docs/protocol.md` says how to talk to it.
"""
