"""The conformance kit: scripted checks by which a referee or a bot in any language proves itself.

`wire` speaks websocket frame by frame, because the kit has to see and to say what libraries hide;
`endpoint` has the kit's end of a connection, whoever is at the other one.
`kit` says what a check is, runs many, and tells what came of them. A referee is examined by
scripted clients (`visit`, `scripted_client`, `followed_match`), a bot by a scripted referee
(`stage`, `scripted_referee`, `led_match`). The checks themselves are in `server_checks` and
`bot_checks`, a file a topic; those of transcripts say what lies in protocol/transcripts to either
side.
"""
