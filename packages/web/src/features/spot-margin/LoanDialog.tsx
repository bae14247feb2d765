// Borrowing or repaying a coin by hand: the maximum amount, the cost, and what is then owed.

import { mayBeDone } from '../../actions/action-outcome.ts'
import { useState } from 'react'
import { formatTrimmed, zero } from '@basis/domain/numbers/fixed'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { borrowCoin, repayLoan, useSpotMargin } from '../../actions/loans/loans.ts'
import { useRepayment, type Repayment } from '../../actions/loans/repayment.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  costOfHour,
  isReady,
  loanDecimals,
  loanFigures,
  mostOf,
  owedAfter,
  owedOf,
  typedAmount,
  type LoanAction,
} from './loan-form.ts'

type Props = { request: Extract<DialogRequest, { kind: 'loan' }>; onClose: () => void }

export function LoanDialog({ request, onClose }: Props) {
  const t = useT()
  const { coin, operation: act } = request
  const loan = useSpotMargin()?.loans.find(({ currency }) => currency === coin)
  const title = t(act === 'borrow' ? 'loans.borrowCoin' : 'loans.repayCoin', { coin })
  if (loan === undefined) {
    return (
      <Dialog open onClose={onClose} title={title}>
        <Skeleton className="h-24 w-full" />
      </Dialog>
    )
  }
  return <LoanForm loan={loan} act={act} title={title} onClose={onClose} />
}

type FormProps = { loan: WireLoan; act: LoanAction; title: string; onClose: () => void }

function LoanForm({ loan, act, title, onClose }: FormProps) {
  const t = useT()
  const { currency: coin } = loan
  const [text, setText] = useState('')
  const [isConverting, setIsConverting] = useState(false)
  const [isSending, during] = usePending()
  const typed = typedAmount(text)
  const most = mostOf(loan, act, isConverting)
  const isTooMuch = typed > most
  const asked = act === 'repay' && !isTooMuch ? typed : zero
  const repayment = useRepayment(coin, asked, isConverting)
  const send = async (): Promise<void> => {
    const outcome = await during(
      act === 'borrow' ? borrowCoin(coin, typed) : repayLoan(coin, typed, isConverting),
    )
    if (mayBeDone(outcome)) onClose()
  }
  const sold = repayment?.sold ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={title}
      footer={
        <DialogFooter
          onClose={onClose}
          pending={isSending}
          disabled={!isReady({ act, typed, isTooMuch, repayment })}
        >
          {sold.length === 0
            ? t('shell.confirm')
            : t('loans.sellAndRepay', { coins: sold.map((each) => each.coin).join(', ') })}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3">
        <NumberInput
          label={t('loans.amount')}
          value={text}
          onChange={setText}
          rules={{ scale: loanDecimals, min: '0' }}
          unit={coin}
          error={
            isTooMuch
              ? t('loans.tooMuch', { most: { decimal: formatTrimmed(most, 8) }, coin })
              : repayment?.problem && t(repayment.problem)
          }
          actions={
            <Button
              size="sm"
              variant="ghost"
              className="px-1! text-accent!"
              onClick={() => setText(formatTrimmed(most, 8))}
            >
              {t('loans.max')}
            </Button>
          }
        />
        {act === 'repay' && (
          <Checkbox label={t('loans.convert')} checked={isConverting} onChange={setIsConverting} />
        )}
        <Costs loan={loan} act={act} text={isTooMuch ? '' : text} repayment={repayment} />
      </div>
    </Dialog>
  )
}

type CostProps = Pick<FormProps, 'loan' | 'act'> & {
  text: string
  repayment: Repayment | undefined
}

/** What is owed, the hourly interest and what is sold, now and after the change. */
function Costs({ loan, act, text, repayment }: CostProps) {
  const t = useT()
  const format = useFormat()
  const { currency: coin } = loan
  const typed = typedAmount(text)
  const owed = owedOf(loan)
  const after = repayment?.owed ?? owedAfter(loan, act, typed)
  const exactly = (value: bigint): string =>
    `${format.decimal(exactE8(value), { scale: loanDecimals, trimTo: 2 })} ${coin}`
  const money = (value: bigint, of: string, rounding: 'up' | 'down'): string =>
    `${format.money(exactE8(value), of, { rounding })} ${of}`
  const then = (value: string): string | undefined => (typed === zero ? undefined : value)
  return (
    <Figures
      rows={[
        { label: t('loans.owedAfter'), now: exactly(owed), then: then(exactly(after)) },
        {
          label: t('loans.hourlyCost'),
          now: exactly(costOfHour(loan, owed)),
          then: then(exactly(costOfHour(loan, after))),
        },
        act === 'borrow'
          ? {
              label: t('loans.rate'),
              now: format.percent(loanFigures(loan).rate, { scale: 6, signed: false }),
            }
          : {
              label: t('loans.free'),
              now: money(loanFigures(loan).free, coin, 'down'),
            },
        ...(repayment?.sold ?? []).map(({ coin: name, amount, fee }) => ({
          label: t('loans.sold', { coin: name }),
          now: t('loans.soldFor', {
            amount: money(amount, name, 'up'),
            fee: money(fee, name, 'up'),
          }),
        })),
      ]}
    />
  )
}
