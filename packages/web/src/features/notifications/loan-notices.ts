// Notices of loans: borrowed or repaid by a fill, by hand, or repaid by the exchange (rules 12.1,
// 12.5).

import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify, type NoticeDraft } from '../../shell/notices.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { onLoans, type LoanChange } from '../../stores/wallet.ts'

/** Returns the notice of a loan that grew or shrank. */
export function loanNotice({ coin, change }: LoanChange): NoticeDraft {
  const isMore = change > 0n
  const size = isMore ? change : -change
  const format = formatFor(currentLanguage(), 'utc')
  const amount = format.money(exactE8(size), coin, { rounding: 'up' })
  const key = isMore ? 'notices.borrowed' : 'notices.repaid'
  return {
    kind: isMore ? 'loan' : 'loan-repaid',
    tone: 'info',
    title: message(key, { amount, coin }),
    link: { panel: 'assets' },
  }
}

/** Subscribes to loan changes of the wallet; returns a function that stops it. */
export const startLoanNotices = (): (() => void) =>
  onLoans((changes) => {
    for (const change of changes) notify(loanNotice(change))
  })
