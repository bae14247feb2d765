// Processor time used by a process and its threads, as Linux counts it.

import { readFileSync } from 'node:fs'

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/** Returns the user and system seconds of a running process; throws when there is none. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
