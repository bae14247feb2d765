// Moves the clock of the process that preloads this module, while it runs, by the milliseconds in
// the file named by CLOCK_FILE.

import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE'] ?? ''
const { now } = Date
let movedMs = 0
Date.now = () => now() + movedMs
const looking = setInterval(() => {
  try {
    movedMs = Number(readFileSync(file, 'utf8'))
  } catch {
    movedMs = 0
  }
}, 50)
looking.unref()
