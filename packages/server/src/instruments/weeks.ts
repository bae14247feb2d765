// Calendar weeks, from Monday to Monday, numbered from the first Monday since 1970.

import { dayMs } from '@basis/domain/instrument/candle'

export const weekMs = 7 * dayMs
/** 1970 began on a Thursday. */
const firstMonday = 4 * dayMs

/** Returns the number of the week that contains a time. */
export const weekOf = (timeMs: number): number => Math.floor((timeMs - firstMonday) / weekMs)

/** Returns the start of a week: its Monday, 00:00 UTC. */
export const startOfWeek = (week: number): number => firstMonday + week * weekMs
