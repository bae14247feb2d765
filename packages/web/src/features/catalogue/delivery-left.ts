// The time that is left until a contract's delivery, as text.

import type { Format } from '../../i18n/format.ts'
import { message, type Message } from '../../i18n/message-keys.ts'

const DAY_MS = 86_400_000

export function deliveryLeft(deliveryMs: number, nowMs: number, format: Format): Message {
  const leftMs = Math.max(0, deliveryMs - nowMs)
  return message('book.deliveryIn', {
    days: Math.floor(leftMs / DAY_MS),
    countdown: format.countdown(leftMs % DAY_MS),
  })
}
