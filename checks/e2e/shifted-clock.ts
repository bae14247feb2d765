// Loaded by an exchange before anything else (`--import`): its clock runs ahead by as much as the
// journey that started it says, so that days pass without being waited for.

const shiftMs = Number(process.env['CHECKS_CLOCK_AHEAD_MS'] ?? 0)
const now = Date.now.bind(Date)
Date.now = () => now() + shiftMs
