// The line of a spot ticket that makes its order a margin order, with what it would borrow by the
// exchange's preview.

import { useEffect, useState } from 'react'
import type { Dispatch } from 'react'
import { sides, type Side } from '@basis/domain/orders/order'
import { useSpotMargin, type SpotMarginState } from '../../../actions/loans/loans.ts'
import { useBorrowing } from '../../../actions/loans/borrowing.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { openDialog } from '../../../shell/dialogs.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Switch.tsx'
import { isMissing, type SideButtonsProps } from '../SideButtons.tsx'
import type { SideFigures } from '../ticket-figures.ts'
import { orderOf, type TicketChange, type TicketContext, type TicketDraft } from '../ticket.ts'

type RowProps = {
  draft: TicketDraft
  context: TicketContext
  change: Dispatch<TicketChange>
  figures: SideButtonsProps['figures']
  only: Side | undefined
}

export function MarginRow({ draft, context, change, figures, only }: RowProps) {
  const t = useT()
  const known = useSpotMargin()
  const isOn = known?.state.spotMarginMode === 1
  const isUsed = draft.isLeverage === true
  // If spot margin was switched off elsewhere, the order is no longer a margin order.
  const isStale = isUsed && known !== undefined && !isOn
  // While spot margin is off, the box leads to its switch, and is ticked once that is on.
  const [isAwaited, setIsAwaited] = useState(false)
  const isGranted = isAwaited && isOn
  useEffect(() => {
    if (isStale) change({ kind: 'isLeverage', isLeverage: false })
  }, [isStale, change])
  useEffect(() => {
    if (isGranted) change({ kind: 'isLeverage', isLeverage: true })
  }, [isGranted, change])
  if (known === undefined) return <div className="h-6" />
  const shown = (only === undefined ? sides : [only]).filter((side) =>
    known.loans.some(({ currency }) => currency === paidCoin(side, context)),
  )
  // Nothing can be borrowed in a pair whose coins are not lent (rules 12.2).
  if (shown.length === 0) return null
  const leverage = leveragesOf(known, context, shown)
  return (
    <div className="flex flex-col gap-1 text-xs">
      <div className="flex items-center justify-between">
        <Checkbox
          label={t('loans.use')}
          checked={isUsed && isOn}
          onChange={(isWanted) => {
            setIsAwaited(isWanted && !isOn)
            if (isOn) change({ kind: 'isLeverage', isLeverage: isWanted })
            else openDialog({ kind: 'spotMargin' })
          }}
        />
        <Button
          size="sm"
          variant="ghost"
          className="px-1! text-accent!"
          aria-haspopup="dialog"
          aria-label={t('loans.settings', { leverage })}
          onClick={() => openDialog({ kind: 'spotMargin' })}
        >
          {leverage}
        </Button>
      </div>
      {isUsed &&
        isOn &&
        shown.map((side) => (
          <BorrowLine
            key={side}
            side={side}
            draft={draft}
            context={context}
            figures={figures[side]}
            known={known}
          />
        ))}
    </div>
  )
}

const paidCoin = (side: Side, { instrument }: TicketContext): string =>
  side === 'Buy' ? instrument.quoteCoin : instrument.baseCoin

/** The leverage of the coins that the sides may borrow: "5x", or "5x / 3x" for two coins. */
function leveragesOf(
  { state, loans }: SpotMarginState,
  context: TicketContext,
  shown: readonly Side[],
): string {
  const found = shown.map((side) => {
    const coin = paidCoin(side, context)
    return loans.find(({ currency }) => currency === coin)?.leverage ?? state.spotLeverage
  })
  return [...new Set(found)].map((each) => `${each}x`).join(' / ')
}

type LineProps = Pick<RowProps, 'draft' | 'context'> & {
  side: Side
  figures: SideFigures
  known: SpotMarginState
}

/** What the order of a side would borrow; empty before the exchange's answer. */
function BorrowLine({ side, draft, context, figures, known }: LineProps) {
  const t = useT()
  const format = useFormat()
  const { lots, problem } = figures
  const isWhole = lots > 0 && problem === undefined && !isMissing(problem)
  const order = isWhole ? orderOf(draft, context, side, lots) : undefined
  const borrowing = useBorrowing(order, context.instrument, known.loans)
  if (borrowing === undefined) return null
  const money = format.money(borrowing.amount, borrowing.coin, { rounding: 'up' })
  const amount = `${money} ${borrowing.coin}`
  const rate = format.percent(borrowing.ratePercent, { scale: 6, signed: false })
  return (
    <p className="text-2xs leading-3.5 text-soft">
      {borrowing.isNothing
        ? t(side === 'Buy' ? 'loans.buyBorrowsNothing' : 'loans.sellBorrowsNothing')
        : t(side === 'Buy' ? 'loans.buyBorrows' : 'loans.sellBorrows', { amount, rate })}
    </p>
  )
}
