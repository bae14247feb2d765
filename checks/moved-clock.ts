// Moves the clock of the process that preloads this module: a test simulates days by a restart, as
// for a machine that slept.

const movedMs = Number(process.env['CLOCK_MOVED_MS'] ?? '0')
const { now } = Date
Date.now = () => now() + movedMs
