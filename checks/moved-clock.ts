// Moves the clock of the process that loads this before its program: days pass in a test by a
// restart, as they do for a machine that slept.

const movedMs = Number(process.env['CLOCK_MOVED_MS'] ?? '0')
const { now } = Date
Date.now = () => now() + movedMs
