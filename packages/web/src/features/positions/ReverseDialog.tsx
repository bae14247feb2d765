// The confirmation of a reversal: the current position, the resulting one, and the current price
// (spec 2, reverse-position dialog).

import { useState } from 'react'
import { ArrowDown } from 'lucide-react'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { oppositeSide, type Side } from '@basis/domain/orders/order'
import type { PositionIdx } from '@basis/domain/orders/position'
import { otherIdx } from '@basis/domain/orders/reverse'
import { decodeAmount } from '@basis/protocol/order'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { setNeedsConfirmation } from '../../stores/preferences.ts'
import { positionKey, usePositions } from '../../stores/positions.ts'
import {
  positionIn,
  usePreview,
  type Preview,
  type PreviewedPosition,
} from '../../actions/previews.ts'
import { outcomeOf } from '../../actions/outcome.ts'
import { useTicker } from '../../stores/tickers.ts'
import { reversePosition } from '../../actions/trading.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { OutcomeFigures } from '../outcome/OutcomeFigures.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { toneOf } from '../../ui/table/NamedFigures.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { isHeld, type HeldPosition } from '../../stores/positions.ts'
import { usePending } from '../../platform/use-pending.ts'

type Props = { request: Extract<DialogRequest, { kind: 'reverse' }>; onClose: () => void }

export function ReverseDialog({ request, onClose }: Props) {
  const key = positionKey(request.symbol, request.positionIdx)
  const position = usePositions()?.find((each) => each.key === key)?.position
  const listing = useListing(request.symbol)
  if (listing === undefined || position === undefined || !isHeld(position)) return null
  return <Reversal position={position} instrument={listing.instrument} onClose={onClose} />
}

type ReversalProps = { position: HeldPosition; instrument: Instrument; onClose: () => void }

function Reversal({ position, instrument, onClose }: ReversalProps) {
  const t = useT()
  const { symbol, positionIdx, side } = position
  const last = useTicker(symbol)?.lastTicks
  const words = useInstrumentFormat(instrument)
  const preview = usePreview('previewReverse', { symbol, positionIdx })
  const [isHidden, setIsHidden] = useState(false)
  const [isSending, during] = usePending()
  const send = async (): Promise<void> => {
    if (isSending) return
    if (isHidden) setNeedsConfirmation('reverse', false)
    const outcome = await during(reversePosition(symbol, positionIdx))
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('positions.reverseTitle')}
      footer={
        <DialogFooter
          onClose={onClose}
          variant={side === 'Buy' ? 'sell' : 'buy'}
          pending={isSending}
          disabled={preview?.problem !== undefined}
        >
          {t('positions.reverse')}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3 text-xs">
        <p className="flex justify-between">
          <span className="text-muted">{t('positions.marketPrice')}</span>
          <span>{words.price(last === undefined ? undefined : priceTicks(last))}</span>
        </p>
        <Held position={position} instrument={instrument} side={side} />
        <ArrowDown className="mx-auto size-4 text-muted" aria-hidden />
        <Held
          position={position}
          instrument={instrument}
          side={oppositeSide(side)}
          reversed={preview && reversedIn(preview, instrument, positionIdx)}
        />
        {preview?.problem === undefined ? (
          <Consequences position={position} instrument={instrument} preview={preview} />
        ) : (
          <p role="alert" className="rounded bg-down-depth px-2 py-1.5 text-ink">
            {t(preview.problem)}
          </p>
        )}
        <p className="text-muted">
          {t('positions.reverseNote')} <HelpLink topic="reverse" />
        </p>
        <Checkbox
          label={t('positions.reverseDoNotAsk')}
          checked={isHidden}
          onChange={setIsHidden}
        />
      </div>
    </Dialog>
  )
}

/**
 * In a hedge the reversal opens on the other side, in addition to its position; `before` is
 * undefined if that is flat, and in one-way mode.
 */
function reversedIn(
  preview: Preview,
  instrument: Instrument,
  idx: PositionIdx,
): {
  readonly before: PreviewedPosition | undefined
  readonly after: PreviewedPosition | undefined
} {
  const other = otherIdx[idx]
  return {
    before: idx === 0 ? undefined : positionIn(preview.before, other, instrument),
    after: positionIn(preview.after, other, instrument),
  }
}

/** The profit and cost of the reversal, and margin and liquidation price before and after. */
function Consequences(props: {
  position: HeldPosition
  instrument: Instrument
  preview: Preview | undefined
}) {
  const t = useT()
  const { position, instrument, preview } = props
  const words = useInstrumentFormat(instrument)
  const { settleCoin } = instrument
  const { positionIdx } = position
  const reversed = preview && reversedIn(preview, instrument, positionIdx)
  const before =
    reversed?.before ?? (preview && positionIn(preview.before, positionIdx, instrument))
  const after = reversed?.after
  const money = (held: typeof before): string | undefined =>
    held && `${words.settle(held.margin)} ${settleCoin}`
  const realised = preview && amount(decodeAmount(preview.closedPnl))
  return (
    <>
      <Figures
        rows={[
          {
            label: t('positions.expected'),
            now:
              realised === undefined ? (
                NOTHING
              ) : (
                <span className={toneOf(String(realised))}>
                  {words.settle(realised, { signed: true, rounding: 'down' })} {settleCoin}
                </span>
              ),
          },
          { label: t('positions.margin'), now: money(before) ?? NOTHING, then: money(after) },
          {
            label: t('positions.liquidation'),
            now: words.price(before?.liquidationTicks),
            then: after && words.price(after.liquidationTicks),
          },
        ]}
      />
      <OutcomeFigures
        hasMargin={false}
        instrument={instrument}
        outcome={preview && outcomeOf(preview, instrument, positionIdx, otherIdx[positionIdx])}
      />
    </>
  )
}

function Held(props: {
  position: HeldPosition
  instrument: Instrument
  side: Side
  reversed?: ReturnType<typeof reversedIn> | undefined
}) {
  const t = useT()
  const format = useFormat()
  const { position, instrument, side, reversed } = props
  const words = useInstrumentFormat(instrument)
  const lots = qtyLots(reversed?.after?.sizeLots ?? position.sizeLots)
  const leverage = format.leverage(position.leverageE2)
  const isLong = side === 'Buy'
  return (
    <p className="flex items-center gap-2 rounded border border-line bg-panel px-3 py-2.5">
      <Badge tone={isLong ? 'up' : 'down'}>
        {t(isLong ? 'positions.long' : 'positions.short')}
      </Badge>
      <span className="font-medium">{nameOf(position.symbol)}</span>
      <span className="text-muted">
        {t(position.isIsolated ? 'positions.isolatedLeverage' : 'positions.crossLeverage', {
          leverage,
        })}
      </span>
      <span className={isLong ? 'ml-auto text-up' : 'ml-auto text-down'}>
        {reversed?.before !== undefined && `${words.qty(qtyLots(reversed.before.sizeLots))} → `}
        {words.qty(lots)} {qtyCoin(instrument)}
      </span>
    </p>
  )
}
