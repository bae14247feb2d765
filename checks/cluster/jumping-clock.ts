// Moves the clock of the process that loads this before its program while it runs: by as many
// milliseconds as stand in the file that CLOCK_FILE names.

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
