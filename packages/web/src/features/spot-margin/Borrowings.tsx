// Loans of coins, below the assets: what is owed of each, its rate, what more may be borrowed, and
// buttons to borrow and repay.

import type { ReactNode } from 'react'
import { zero } from '@basis/domain/numbers/fixed'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { setSpotLeverage, useSpotMargin, type SpotMarginState } from '../../actions/loans/loans.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { leverageChoices, loanDecimals, loanFigures, owedFirst } from './loan-form.ts'
import { NextCharge } from './NextCharge.tsx'

/** Below this width the coins are shown as cards. */
const TABLE_PX = 640

export function Borrowings() {
  const t = useT()
  const known = useSpotMargin()
  const [room, isWide] = useIsWide<HTMLElement>(TABLE_PX)
  return (
    <section ref={room} aria-label={t('loans.borrowings')} className="border-t border-line">
      {known !== undefined && (
        <>
          <Heading known={known} />
          {isWide ? <Rows known={known} /> : <Cards known={known} />}
        </>
      )}
    </section>
  )
}

type Props = { known: SpotMarginState }

function Heading({ known: { state } }: Props) {
  const t = useT()
  const leverage = `${state.spotLeverage}x`
  const isOn = state.spotMarginMode === 1
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-xs">
      <p className="font-medium">{t('loans.borrowings')}</p>
      <span className="text-muted">
        {t('loans.nextCharge')}{' '}
        <span className="text-ink">
          <NextCharge atMs={state.nextInterestTime} />
        </span>
      </span>
      <Button
        size="sm"
        className="ml-auto"
        aria-haspopup="dialog"
        // The accessible name must begin with the visible label.
        aria-label={
          isOn ? t('loans.settings', { leverage }) : `${t('loans.isOff')}. ${t('loans.turnOn')}`
        }
        onClick={() => openDialog({ kind: 'spotMargin' })}
      >
        {isOn ? `${t('loans.title')} ${leverage}` : t('loans.isOff')}
      </Button>
    </div>
  )
}

/** Returns a coin's figures, formatted; all of them come from the exchange. */
function useLoanWords(loan: WireLoan) {
  const format = useFormat()
  const { owed, interest, most, rate } = loanFigures(loan)
  const money = (value: bigint, rounding: 'up' | 'down'): string =>
    format.money(exactE8(value), loan.currency, { rounding })
  return {
    owed: money(owed, 'up'),
    interest: format.decimal(exactE8(interest), { scale: loanDecimals, trimTo: 2 }),
    most: money(most, 'down'),
    rate: format.percent(rate, { scale: 6, signed: false }),
  }
}

function Rows({ known }: Props) {
  const t = useT()
  return (
    <Table label={t('loans.borrowings')} className="h-auto!">
      <TableHead>
        <HeadCell sticky>{t('loans.coin')}</HeadCell>
        <HeadCell align="end">{t('loans.owed')}</HeadCell>
        <HeadCell align="end">{t('loans.interest')}</HeadCell>
        <HeadCell align="end">{t('loans.rate')}</HeadCell>
        <HeadCell align="end">{t('loans.leverage')}</HeadCell>
        <HeadCell align="end">{t('loans.most')}</HeadCell>
        <HeadCell align="end">{t('loans.acts')}</HeadCell>
      </TableHead>
      <TableBody>
        {owedFirst(known.loans).map((loan) => (
          <LoanRow key={loan.currency} loan={loan} known={known} />
        ))}
      </TableBody>
    </Table>
  )
}

type LoanProps = Props & { loan: WireLoan }

function LoanRow({ loan, known }: LoanProps) {
  const words = useLoanWords(loan)
  return (
    <TableRow>
      <Cell sticky className="font-medium">
        <span className="flex items-center gap-2">
          <CoinIcon coin={loan.currency} size={18} />
          {loan.currency}
        </span>
      </Cell>
      <Cell align="end">{words.owed}</Cell>
      <Cell align="end">{words.interest}</Cell>
      <Cell align="end">{words.rate}</Cell>
      <Cell align="end">
        <CoinLeverage loan={loan} />
      </Cell>
      <Cell align="end">{words.most}</Cell>
      <Cell align="end">
        <Acts loan={loan} known={known} />
      </Cell>
    </TableRow>
  )
}

function Acts({ loan, known }: LoanProps) {
  const t = useT()
  const { currency: coin } = loan
  const { owed, most } = loanFigures(loan)
  const isOn = known.state.spotMarginMode === 1
  return (
    <span className="inline-flex gap-2">
      <Button
        size="sm"
        disabled={!isOn || most === zero}
        aria-label={t('loans.borrowCoin', { coin })}
        onClick={() => openDialog({ kind: 'loan', coin, operation: 'borrow' })}
      >
        {t('loans.borrow')}
      </Button>
      <Button
        size="sm"
        disabled={owed === zero}
        aria-label={t('loans.repayCoin', { coin })}
        onClick={() => openDialog({ kind: 'loan', coin, operation: 'repay' })}
      >
        {t('loans.repay')}
      </Button>
    </span>
  )
}

/** The leverage of this coin; the settings change that of all coins. */
function CoinLeverage({ loan: { currency: coin, leverage } }: { loan: WireLoan }) {
  const t = useT()
  const [isSending, during] = usePending()
  const change = async (chosen: string): Promise<void> => {
    await during(setSpotLeverage(Number(chosen), coin))
  }
  return (
    <Select
      label={t('loans.leverageOf', { coin })}
      size="sm"
      align="end"
      disabled={isSending}
      value={String(leverage)}
      onChange={(chosen) => void change(chosen)}
      items={leverageChoices.map((each) => ({ value: each, label: `${each}x` }))}
    />
  )
}

function Cards({ known }: Props) {
  const t = useT()
  return (
    <ul aria-label={t('loans.borrowings')}>
      {owedFirst(known.loans).map((loan) => (
        <LoanCard key={loan.currency} loan={loan} known={known} />
      ))}
    </ul>
  )
}

function LoanCard({ loan, known }: LoanProps) {
  const t = useT()
  const words = useLoanWords(loan)
  return (
    <li className="border-b border-line px-3 py-3 text-xs">
      <div className="mb-2 flex items-center justify-between">
        <span className="flex items-center gap-2 text-sm font-medium">
          <CoinIcon coin={loan.currency} size={20} />
          {loan.currency}
        </span>
        <Acts loan={loan} known={known} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5">
        <CardLine name={t('loans.owed')} value={words.owed} />
        <CardLine name={t('loans.interest')} value={words.interest} />
        <CardLine name={t('loans.rate')} value={words.rate} />
        <CardLine name={t('loans.most')} value={words.most} />
        <CardLine name={t('loans.leverage')} value={<CoinLeverage loan={loan} />} />
      </dl>
    </li>
  )
}

function CardLine({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-2">
      <dt className="text-muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
