// For functions of the innermost loops, where a call costs as much as the work: always inlined.
#pragma once

#define CARCBOT_HOT [[gnu::always_inline]] inline
