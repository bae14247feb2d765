// Messages in English, by feature, that the page begins with.

import { account } from './en/account.ts'
import { book } from './en/book.ts'
import { chart } from './en/chart.ts'
import { shell } from './en/shell.ts'
import { status } from './en/status.ts'
import { ticket } from './en/ticket.ts'
import { firstOfLate } from './en/pages/first-of-late.ts'

export const firstTexts = {
  ...firstOfLate,
  account,
  book,
  chart,
  shell,
  status,
  ticket,
} as const
