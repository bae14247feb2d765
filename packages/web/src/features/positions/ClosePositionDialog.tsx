// Closing a position or a part of it, at market or by a limit order, with the expected profit.

import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useFeeRates } from '../../stores/wallet.ts'
import { useState } from 'react'
import { formatTrimmed, priceTicks, qtyLots, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parseQty,
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { oppositeSide } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type { WirePreviewedAccount } from '@basis/protocol/preview-calls'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { isHeld, positionKey, usePositions, type HeldPosition } from '../../stores/positions.ts'
import { positionIn, usePreview } from '../../actions/previews.ts'
import type { Preview, PreviewedPosition } from '../../actions/previews.ts'
import { acceptedOutcome } from '../../actions/outcome.ts'
import { useTicker } from '../../stores/tickers.ts'
import { partOf } from '../../actions/closing.ts'
import { closePosition } from '../../actions/trading.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { OutcomeFigures } from '../outcome/OutcomeFigures.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  expectedPnl,
  percentOf,
  readClosingPrice,
  readClosingQty,
  readPreviewedClose,
} from './closing-form.ts'

type Props = {
  request: Extract<DialogRequest, { kind: 'closePosition' }>
  onClose: () => void
}

export function ClosePositionDialog({ request, onClose }: Props) {
  const t = useT()
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  const title = t(
    request.orderType === 'Limit' ? 'positions.closeTitleLimit' : 'positions.closeTitleMarket',
  )
  const position = record?.position
  if (listing === undefined || position === undefined || !isHeld(position)) {
    return (
      <Dialog open onClose={onClose} title={title}>
        <p className="py-2 text-sm text-soft">{t('positions.empty')}</p>
      </Dialog>
    )
  }
  return (
    <CloseForm
      title={title}
      position={position}
      instrument={listing.instrument}
      orderType={request.orderType}
      onClose={onClose}
    />
  )
}

const parts = ['25', '50', '75', '100'] as const

type FormProps = {
  title: string
  position: HeldPosition
  instrument: Instrument
  orderType: 'Limit' | 'Market'
  onClose: () => void
}

/** The size to close: a percentage, which follows the position, or a typed quantity. */
type Amounts = { readonly percent: number } | { readonly text: string }

function CloseForm(props: FormProps) {
  const t = useT()
  const { position, instrument, orderType, onClose } = props
  const ticker = useTicker(position.symbol)
  const best = position.side === 'Buy' ? ticker?.bidTicks : ticker?.askTicks
  const market = best ?? ticker?.lastTicks
  const marketTicks = market === undefined ? undefined : priceTicks(market)
  const [wanted, setWanted] = useState<Amounts>({ percent: 100 })
  const [price, setPrice] = useState(() =>
    ticker?.lastTicks === undefined ? '' : formatPrice(instrument, priceTicks(ticker.lastTicks)),
  )
  const [isSending, during] = usePending()
  const limit = orderType === 'Limit' ? readClosingPrice(instrument, price) : undefined
  const qtyText =
    'text' in wanted ? wanted.text : formatQty(instrument, partOf(position, wanted.percent))
  const qty = readClosingQty(instrument, position, qtyText)
  const lots = typeof qty === 'number' ? qty : undefined
  const limitTicks = typeof limit === 'number' ? limit : undefined
  const wrong = [limit, qty].find((each) => typeof each === 'object')
  const preview = useClosePreview(wrong === undefined ? props : undefined, { lots, limitTicks })
  const side = oppositeSide(position.side)
  const send = async (): Promise<void> => {
    if (lots === undefined) return
    const outcome = await during(
      closePosition({
        symbol: position.symbol,
        positionIdx: position.positionIdx,
        qtyLots: lots,
        priceTicks: limitTicks,
      }),
    )
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={props.title}
      footer={
        <DialogFooter
          onClose={onClose}
          variant={side === 'Buy' ? 'buy' : 'sell'}
          pending={isSending}
          disabled={wrong !== undefined || preview?.problem !== undefined}
        >
          {t('positions.confirmClose')}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm font-medium">{nameOf(position.symbol)}</p>
        {orderType === 'Limit' && (
          <PriceInput
            instrument={instrument}
            value={price}
            onChange={setPrice}
            wrong={typeof limit === 'object' ? limit : undefined}
          />
        )}
        <QuantityInput
          instrument={instrument}
          position={position}
          value={qtyText}
          wrong={typeof qty === 'object' ? qty : undefined}
          onChange={setWanted}
        />
        <Consequences
          {...props}
          preview={preview}
          close={{ lots, price: limitTicks ?? marketTicks }}
        />
      </div>
    </Dialog>
  )
}

function QuantityInput(props: {
  instrument: Instrument
  position: HeldPosition
  value: string
  wrong: Problem | undefined
  onChange: (wanted: Amounts) => void
}) {
  const t = useT()
  const { instrument, position, value, wrong, onChange } = props
  const lots = parseQty(instrument, value)
  const percent = typeof lots === 'number' ? percentOf(position, lots) : 0
  return (
    <>
      <NumberInput
        label={t('positions.closeQuantity')}
        value={value}
        onChange={(text) => onChange({ text })}
        rules={{
          scale: qtyDecimals(instrument),
          min: '0',
          step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
        }}
        unit={qtyCoin(instrument)}
        error={wrong === undefined ? undefined : t(problemMessage(wrong))}
      />
      <Segments
        wide
        label={t('positions.closePart')}
        value={parts.find((part) => Number(part) === percent) ?? ''}
        onChange={(part) => onChange({ percent: Number(part) })}
        items={parts.map((part) => ({ value: part, label: `${part}%` }))}
      />
      <Slider
        label={t('positions.closePart')}
        value={percent}
        onChange={(next) => onChange({ percent: Math.max(1, next) })}
      />
    </>
  )
}

function PriceInput(props: {
  instrument: Instrument
  value: string
  onChange: (text: string) => void
  wrong: Problem | undefined
}) {
  const t = useT()
  const { instrument, wrong } = props
  return (
    <NumberInput
      label={t('positions.closePrice')}
      value={props.value}
      onChange={props.onChange}
      rules={{
        scale: priceDecimals(instrument),
        min: '0',
        tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
      }}
      unit={instrument.quoteCoin}
      steppers
      error={wrong === undefined ? undefined : t(problemMessage(wrong))}
    />
  )
}

/** The preview of the closing order, with the state after it is filled. */
function useClosePreview(
  form: FormProps | undefined,
  close: { readonly lots: QtyLots | undefined; readonly limitTicks: PriceTicks | undefined },
): Preview | undefined {
  const { lots, limitTicks } = close
  return usePreview(
    'previewOrder',
    form === undefined || lots === undefined
      ? undefined
      : {
          symbol: form.position.symbol,
          side: oppositeSide(form.position.side),
          orderType: form.orderType,
          qty: formatQty(form.instrument, lots),
          ...(limitTicks === undefined ? {} : { price: formatPrice(form.instrument, limitTicks) }),
          reduceOnly: true,
          positionIdx: form.position.positionIdx,
        },
  )
}

function Consequences(
  props: FormProps & {
    preview: Preview | undefined
    close: { readonly lots: QtyLots | undefined; readonly price: PriceTicks | undefined }
  },
) {
  const t = useT()
  const { position, instrument, preview, close } = props
  const words = useInstrumentFormat(instrument)
  const { lots } = close
  const isAccepted = preview !== undefined && preview.problem === undefined
  const outcome = acceptedOutcome(preview, instrument, position.positionIdx)
  const isRefused = preview?.problem !== undefined
  const feeRates = useFeeRates()
  const previewed = isAccepted ? readPreviewedClose(instrument, preview) : undefined
  const pnl =
    lots === undefined || isRefused
      ? undefined
      : expectedPnl(position, instrument, { lots, price: close.price, feeRates, previewed })
  const of = (standing: WirePreviewedAccount): PreviewedPosition | undefined =>
    positionIn(standing, position.positionIdx, instrument)
  const before = isAccepted ? of(preview.before) : undefined
  const after = isAccepted ? of(preview.filled ?? preview.after) : undefined
  const left = lots === undefined ? undefined : qtyLots(position.sizeLots - lots)
  const coin = qtyCoin(instrument)
  const money = (held: PreviewedPosition | undefined): string =>
    `${words.settle(held?.margin ?? zero)} ${instrument.settleCoin}`
  return (
    <>
      <Figures
        rows={[
          {
            label: t('positions.size'),
            now: `${words.qty(position.sizeLots)} ${coin}`,
            then: left === undefined ? undefined : `${words.qty(left)} ${coin}`,
          },
          {
            label: t('positions.margin'),
            now: before === undefined ? NOTHING : money(before),
            then: before === undefined ? undefined : money(after),
          },
          {
            label: t('positions.liquidation'),
            now: words.price(before?.liquidationTicks),
            then: before === undefined ? undefined : words.price(after?.liquidationTicks),
          },
          {
            label: t('positions.expected'),
            now: pnl === undefined ? NOTHING : <ExpectedPnl pnl={pnl} instrument={instrument} />,
          },
        ]}
      />
      <OutcomeFigures hasMargin={false} instrument={instrument} outcome={outcome} />
      {preview?.problem !== undefined && (
        <p role="alert" className="text-xs text-warn">
          {t(preview.problem)}
        </p>
      )}
    </>
  )
}

function ExpectedPnl({ pnl, instrument }: { pnl: Amount; instrument: Instrument }) {
  const words = useInstrumentFormat(instrument)
  return (
    <span className={classNames(pnl > zero && 'text-up', pnl < zero && 'text-down')}>
      {words.settle(pnl, { signed: true, rounding: 'down' })} {instrument.settleCoin}
    </span>
  )
}
