// All messages of the terminal in English, by feature; their keys are the keys of every language.

import { account, assets, invite, poster } from './en/account.ts'
import { alerts } from './en/pages/alerts.ts'
import { book, ladder } from './en/book.ts'
import { chart } from './en/chart.ts'
import { errors } from './en/errors.ts'
import { explain } from './en/pages/explain.ts'
import { help } from './en/pages/help.ts'
import { instrument } from './en/pages/instrument.ts'
import { markets } from './en/pages/markets.ts'
import { screens } from './en/pages/screens.ts'
import { sounds } from './en/pages/sounds.ts'
import { copy } from './en/pages/copy.ts'
import { fees } from './en/pages/fees.ts'
import { portfolio } from './en/pages/portfolio.ts'
import { history } from './en/history.ts'
import { leverage } from './en/leverage.ts'
import { liquidation } from './en/liquidation.ts'
import { margin } from './en/margin.ts'
import { msg } from './en/msg.ts'
import { notices } from './en/notices.ts'
import { orders } from './en/orders.ts'
import { hotkeys, palette, panic } from './en/palette.ts'
import { positions } from './en/positions.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { status } from './en/status.ts'
import { strategies } from './en/strategies.ts'
import { ticket } from './en/ticket.ts'
import { tpsl } from './en/tpsl.ts'
import { visitor } from './en/visitor.ts'

export const en = {
  account,
  alerts,
  assets,
  book,
  chart,
  errors,
  explain,
  help,
  history,
  hotkeys,
  instrument,
  invite,
  ladder,
  leverage,
  liquidation,
  margin,
  markets,
  msg,
  notices,
  orders,
  palette,
  panic,
  portfolio,
  fees,
  copy,
  positions,
  poster,
  screens,
  shell,
  signIn,
  sounds,
  status,
  strategies,
  ticket,
  tpsl,
  visitor,
} as const
