// Figures of a draft order: the maximum quantity, premium and fee, and the margin from the
// exchange's preview.

import { priceE8, parseDecimal, zero } from '@basis/domain/numbers/fixed'
import { qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { orderFields, type OrderIntent } from '../../actions/order-requests.ts'
import { moreBorrowed, readBorrowing } from '../../actions/loans/borrowing.ts'
import { useSpotMargin } from '../../actions/loans/loans.ts'
import { useAnswer, usePreview, type Preview } from '../../actions/previews.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useQuote, useUnderlying } from '../../stores/options/chain.ts'
import { previewFigures } from './preview-figures.ts'
import { limitOf, premiumOf, type OptionDraft } from './option-form.ts'
import { useOptionNow } from './use-option-now.ts'

type Props = {
  instrument: Instrument
  draft: OptionDraft
  /** The order, if the draft is valid. */
  intent: OrderIntent | undefined
  onMost: (qty: string) => void
}

export function TicketFigures({ instrument, draft, intent, onMost }: Props) {
  const t = useT()
  const format = useFormat()
  const isTrader = useSession(({ status }) => status === 'trader')
  const now = useOptionNow(instrument.symbol)
  const quote = useQuote(instrument.symbol)
  const index = useUnderlying(instrument.baseCoin)
  const best = draft.side === 'Buy' ? quote?.ask1Price : quote?.bid1Price
  const price = draft.orderType === 'Limit' ? limitOf(instrument, draft, now) : (best ?? '')
  const indexE8 = priceE8(Number(parseDecimal(index ?? '', 8) ?? zero))
  const cost = premiumOf(instrument, { price, qty: draft.qty, index: indexE8 })
  const preview = usePreview(
    'previewOrder',
    isTrader && intent !== undefined ? orderFields(intent, instrument) : undefined,
  )
  const isAccepted = preview !== undefined && preview.problem === undefined
  const figures = isAccepted ? previewFigures(preview, instrument) : undefined
  const money = (text: string) => format.money(text, instrument.settleCoin)
  const usd = (text: string | undefined) =>
    text === undefined ? '--' : `${format.money(text, 'USD')} USD`
  const estimate = cost && format.money({ units: cost.premium, scale: 8 }, instrument.settleCoin)
  const premium = figures === undefined ? estimate : money(figures.premium)
  const fee = cost && format.money({ units: cost.taker, scale: 8 }, instrument.settleCoin)
  return (
    <>
      {isTrader && !draft.reduceOnly && (
        <Most instrument={instrument} draft={draft} price={price} onPick={onMost} />
      )}
      <dl className="flex flex-col gap-1 [&_dd]:tabular-nums [&_dt]:text-soft [&>div]:flex [&>div]:justify-between">
        <div>
          <dt>{t('options.premium')}</dt>
          <dd data-testid="premium">
            {premium ?? '--'} {instrument.settleCoin}
          </dd>
        </div>
        <div>
          <dt>{figures?.fee === undefined ? t('options.feeMost') : t('options.fee')}</dt>
          <dd data-testid="fee">
            {figures?.fee === undefined ? (fee ?? '--') : money(figures.fee)}{' '}
            {instrument.settleCoin}
          </dd>
        </div>
        {/* Dashes before the preview: the button below does not move when it arrives. */}
        {isTrader && (
          <>
            <div>
              <dt>{t('options.marginNow')}</dt>
              <dd>{usd(figures?.marginBefore)}</dd>
            </div>
            <div>
              <dt>{t('options.marginAfter')}</dt>
              <dd data-testid="margin">{usd(figures?.marginAfter)}</dd>
            </div>
            <div>
              <dt>{t('options.available')}</dt>
              <dd>{usd(figures?.available)}</dd>
            </div>
          </>
        )}
      </dl>
      {figures?.isCut === true && (
        <p role="status" className="text-warn">
          {t('options.fillsPart', {
            filled: format.quantity(figures.filled.qty, qtyDecimals(instrument)),
            qty: format.quantity(draft.qty, qtyDecimals(instrument)),
            coin: instrument.baseCoin,
          })}
        </p>
      )}
      {isAccepted && <Borrowing preview={preview} coin={instrument.settleCoin} side={draft.side} />}
      {preview?.problem !== undefined && <p className="text-bad">{t(preview.problem)}</p>}
    </>
  )
}

type BorrowingProps = { preview: Preview; coin: string; side: OptionDraft['side'] }

/** The borrowed amount if the coin's balance is short and loans are switched on (rules 12.1). */
function Borrowing(props: BorrowingProps) {
  return moreBorrowed(props.preview, props.coin) > zero ? <BorrowingLine {...props} /> : null
}

function BorrowingLine({ preview, coin, side }: BorrowingProps) {
  const t = useT()
  const format = useFormat()
  const known = useSpotMargin()
  const borrowing = known && readBorrowing(preview, coin, known.loans)
  if (borrowing === undefined) return null
  const amount = `${format.money(borrowing.amount, coin, { rounding: 'up' })} ${coin}`
  const rate = format.percent(borrowing.ratePercent, { scale: 6, signed: false })
  return (
    <p role="status" className="text-soft">
      {t(side === 'Buy' ? 'loans.buyBorrows' : 'loans.sellBorrows', { amount, rate })}
    </p>
  )
}

type MostProps = {
  instrument: Instrument
  draft: OptionDraft
  price: string
  onPick: (qty: string) => void
}

function Most({ instrument, draft, price, onPick }: MostProps) {
  const t = useT()
  const format = useFormat()
  const isLimit = draft.orderType === 'Limit'
  const { symbol } = instrument
  const answer = useAnswer(
    'maxOrderQty',
    isLimit && price === ''
      ? undefined
      : { symbol, ...(isLimit ? { price, timeInForce: draft.timeInForce } : {}) },
  )
  const most = draft.side === 'Buy' ? answer?.buyQty : answer?.sellQty
  return (
    <p className="flex items-center justify-between">
      <span className="text-soft">{t('options.most')}</span>
      <button
        type="button"
        className="tabular-nums hover:text-accent"
        disabled={most === undefined}
        onClick={() => most !== undefined && onPick(most)}
      >
        {format.quantity(most, qtyDecimals(instrument))} {instrument.baseCoin}
      </button>
    </p>
  )
}
