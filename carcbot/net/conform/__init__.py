"""The conformance kit: scripted checks by which a referee or a bot in any language proves itself.

`wire` speaks websocket frames by hand, because the kit has to see and to say what libraries hide.
`kit` says what a check is, runs many, and tells what came of them. A referee is examined by
scripted clients (`peer`, `visit`, `match`), a bot by a scripted referee (`host`, `board`). The
checks themselves are in `server_checks` and `bot_checks`, a file a topic; `transcripts` replays
what lies in protocol/transcripts to either side.
"""
