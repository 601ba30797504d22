"""The referee's pages in a browser: what they are made of, and what they ask besides the protocol.

The pages themselves are static files in carcbot/web. They speak the match protocol at ``/play`` as
bots do; only what a page needs and a bot does not is asked here, over HTTP.
"""
