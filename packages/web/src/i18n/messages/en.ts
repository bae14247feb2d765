// All messages of the terminal in English, by feature; their keys are the keys of every language.

import { account } from './en/account.ts'
import { book } from './en/book.ts'
import { chart } from './en/chart.ts'
import { errors } from './en/errors.ts'
import { notices } from './en/notices.ts'
import { orders } from './en/orders.ts'
import { positions } from './en/positions.ts'
import { shell } from './en/shell.ts'
import { ticket } from './en/ticket.ts'

export const en = {
  account,
  book,
  chart,
  errors,
  notices,
  orders,
  positions,
  shell,
  ticket,
} as const
