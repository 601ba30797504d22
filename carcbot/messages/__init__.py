"""The messages of the protocol: each as a type, and its text on the wire.

These types are the single source of the protocol. The schemas in protocol/schema are made from
them; protocol/README.md tells in prose what they mean. `parts` has what messages are made of,
`client` what a client says, `server` what the referee says, `events` what happens in a match,
`codec` turns frames into messages and back. Nothing here knows a game or a clock.
"""
