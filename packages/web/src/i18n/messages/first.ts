// Messages in English, by feature, that the page begins with.

import { account } from './en/account.ts'
import { alerts } from './en/pages/alerts.ts'
import { book } from './en/book.ts'
import { chart } from './en/chart.ts'
import { errors } from './en/errors.ts'
import { markets } from './en/pages/markets.ts'
import { screens } from './en/pages/screens.ts'
import { history } from './en/history.ts'
import { leverage } from './en/leverage.ts'
import { margin } from './en/margin.ts'
import { msg } from './en/msg.ts'
import { notices } from './en/notices.ts'
import { orders } from './en/orders.ts'
import { positions } from './en/positions.ts'
import { shell } from './en/shell.ts'
import { status } from './en/status.ts'
import { strategies } from './en/strategies.ts'
import { ticket } from './en/ticket.ts'
import { tpsl } from './en/tpsl.ts'
import { visitor } from './en/visitor.ts'
import { firstOfLate } from './en/pages/first-of-late.ts'

export const firstTexts = {
  ...firstOfLate,
  account,
  alerts,
  book,
  chart,
  errors,
  history,
  leverage,
  margin,
  markets,
  msg,
  notices,
  orders,
  positions,
  screens,
  shell,
  status,
  strategies,
  ticket,
  tpsl,
  visitor,
} as const
