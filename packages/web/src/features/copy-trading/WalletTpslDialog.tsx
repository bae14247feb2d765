// TP/SL of a whole position of a leader's wallet, with the fields and rules of the trade page;
// copies follow it (rules 16.1, 16.2).

import { useState } from 'react'
import { parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import {
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
  zero,
} from '@basis/domain/numbers/fixed'
import type { TpslContext } from '@basis/domain/orders/tpsl'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { parseLeverageE2 } from '@basis/protocol/instrument'
import { encodeLegs } from '@basis/protocol/tpsl'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useWirePrice } from '../../stores/instrument-format.ts'
import { useSettings } from '../../stores/settings.ts'
import { tickerStore } from '../../stores/tickers.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { emptyForm, withInputs, withLeverage, type TpslForm } from '../tpsl/form-fields.ts'
import { BothLegs } from '../tpsl/LegFields.tsx'
import { RiskReward } from '../tpsl/RiskReward.tsx'
import { baseOf } from '../tpsl/tpsl-figures.ts'
import { readForm } from '../tpsl/tpsl-form.ts'
import { usePending } from '../../platform/use-pending.ts'
import { submitChange } from '../../actions/lost-answers/changes.ts'

type Props = {
  position: WireCopyPosition
  instrument: Instrument
  onClose: () => void
  onDone: () => void
}

export function WalletTpslDialog({ position, instrument, onClose, onDone }: Props) {
  const t = useT()
  const price = useWirePrice(instrument)
  const { symbol, side } = position
  const [typed, setForm] = useState(() => formOf(position))
  const [referenceTicks] = useState(() => tickerStore.current(instrument.symbol)?.lastTicks)
  const [isSending, during] = usePending()
  const inputs = useSettings((settings) => settings.tpslInputs)
  const base = baseOf(instrument, heldOf(position, instrument))
  const form = withInputs(withLeverage(typed, base.leverage), inputs)
  const read = readForm(form, contextOf(position, instrument, referenceTicks))
  const send = async (): Promise<void> => {
    if (isSending || !read.isReady) return
    const positionIdx = side === 'Buy' ? 1 : 2
    const asked = { symbol, positionIdx, ...encodeLegs(instrument, read.terms) } as const
    const isDone = await during(
      submitChange('setCopyTpsl', asked, message('copy.tpslSet', { symbol })),
    )
    if (isDone) onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={`${t('tpsl.title')} · ${symbol}`}
      footer={<DialogFooter onClose={onClose} pending={isSending} disabled={!read.isReady} />}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-wrap justify-between gap-x-4 text-xs">
          {[
            [t('tpsl.entryPrice'), price(position.entryPrice)] as const,
            [t('positions.mark'), price(position.markPrice)] as const,
          ].map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <BothLegs
          instrument={instrument}
          base={base}
          form={form}
          read={read}
          mayLimit={false}
          onChange={setForm}
        />
        <RiskReward base={base} read={read} />
        <p className="text-xs text-muted">{t('copy.tpslCopied')}</p>
      </div>
    </Dialog>
  )
}

/** Emptying a field removes its TP/SL. */
const formOf = ({ takeProfit, stopLoss }: WireCopyPosition): TpslForm => ({
  ...emptyForm('Full', useSettings.getState().tpslBases),
  takeProfit,
  tpStopOrderId: takeProfit,
  stopLoss,
  slStopOrderId: stopLoss,
})

function heldOf({ side, size, entryPrice, leverage }: WireCopyPosition, instrument: Instrument) {
  return {
    side,
    entry: priceE8(Number(parseDecimal(entryPrice, 8) ?? zero)),
    lots: lotsOf(instrument, size),
    leverage: leverageE2(parseLeverageE2(leverage) ?? 100),
  }
}

function lotsOf(instrument: Instrument, size: string) {
  const lots = parseQty(instrument, size)
  return typeof lots === 'number' ? lots : qtyLots(0)
}

function contextOf(
  { side, size }: WireCopyPosition,
  instrument: Instrument,
  referenceTicks: number | undefined,
): TpslContext {
  return {
    instrument,
    scene: 'Position',
    side,
    referenceTicks: referenceTicks === undefined ? undefined : priceTicks(referenceTicks),
    sizeLots: lotsOf(instrument, size),
    isUnified: true,
  }
}
