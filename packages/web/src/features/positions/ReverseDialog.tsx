// Before a position is turned round: what is held, what would be held instead, and the price of the
// moment (spec 2, reverse-position dialog).

import { useState } from 'react'
import { ArrowDown } from 'lucide-react'
import { priceTicks } from '@basis/domain/fixed'
import { qtyCoin, type Instrument } from '@basis/domain/instrument'
import { oppositeSide, type Side } from '@basis/domain/order'
import { useListing } from '../../exchange/catalogue.ts'
import { useInstrumentFormat } from '../../exchange/instrument-format.ts'
import { setAsked } from '../../exchange/preferences.ts'
import { positionKey, usePositions } from '../../exchange/positions.ts'
import { useTicker } from '../../exchange/tickers.ts'
import { reversePosition } from '../../exchange/trading.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { isHeld, type HeldPosition } from '../../exchange/positions.ts'

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
  const [isHidden, setIsHidden] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const send = async (): Promise<void> => {
    if (isSending) return
    setIsSending(true)
    if (isHidden) setAsked('reverse', false)
    const outcome = await reversePosition(symbol, positionIdx)
    setIsSending(false)
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('positions.reverseTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            variant={side === 'Buy' ? 'sell' : 'buy'}
            pending={isSending}
            onClick={() => void send()}
          >
            {t('positions.reverse')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-xs">
        <p className="flex justify-between">
          <span className="text-muted">{t('positions.marketPrice')}</span>
          <span>{words.price(last === undefined ? undefined : priceTicks(last))}</span>
        </p>
        <Held position={position} instrument={instrument} side={side} />
        <ArrowDown className="mx-auto size-4 text-muted" aria-hidden />
        <Held position={position} instrument={instrument} side={oppositeSide(side)} />
        <p className="text-muted">{t('positions.reverseNote')}</p>
        <Checkbox
          label={t('positions.reverseDoNotAsk')}
          checked={isHidden}
          onChange={setIsHidden}
        />
      </div>
    </Dialog>
  )
}

function Held(props: { position: HeldPosition; instrument: Instrument; side: Side }) {
  const t = useT()
  const format = useFormat()
  const { position, instrument, side } = props
  const words = useInstrumentFormat(instrument)
  const leverage = format.leverage(position.leverageE2)
  const isLong = side === 'Buy'
  return (
    <p className="flex items-center gap-2 rounded border border-line bg-panel px-3 py-2.5">
      <Badge tone={isLong ? 'up' : 'down'}>
        {t(isLong ? 'positions.long' : 'positions.short')}
      </Badge>
      <span className="font-medium">{position.symbol}</span>
      <span className="text-muted">
        {t(position.isIsolated ? 'positions.isolatedLeverage' : 'positions.crossLeverage', {
          leverage,
        })}
      </span>
      <span className={isLong ? 'ml-auto text-up' : 'ml-auto text-down'}>
        {words.qty(position.sizeLots)} {qtyCoin(instrument)}
      </span>
    </p>
  )
}
