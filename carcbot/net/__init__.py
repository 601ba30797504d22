"""Where carcbot touches the world: processes, timers, sockets. The only room with asyncio."""
