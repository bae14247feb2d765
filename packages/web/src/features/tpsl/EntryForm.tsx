// The form of one TP/SL: both sides, for a part of the position its quantity, and the button that
// sets them.

import { useState } from 'react'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import {
  formatQty,
  qtyCoin,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { lotsOfShare } from '@basis/domain/margin/cost-input'
import { tpslQtySlider, type TpslBase } from '@basis/domain/orders/tpsl-input'
import type { TpslContext, TpslMode } from '@basis/domain/orders/tpsl'
import { problemMessage } from '../../client/error-reactions.ts'
import { setProtection } from '../../actions/tpsl.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Slider } from '../../ui/Slider.tsx'
import type { EditorProps } from './editor.ts'
import { LegFields } from './LegFields.tsx'
import { formOf, isEmptyForm, legRequest, ofLots, readForm, scaledQty } from './tpsl-form.ts'
import type { ReadForm, TpslForm, WireEntry } from './tpsl-form.ts'

type Props = EditorProps & {
  readonly mode: TpslMode
  /** What stands already. */
  readonly before: WireEntry | undefined
  readonly context: TpslContext
  readonly base: TpslBase
  readonly onDone: () => void
}

export function EntryForm(props: Props) {
  const t = useT()
  const { position, instrument, mode, before, context, base, onDone } = props
  const [form, setForm] = useState(() => formOf(before, mode))
  const [isSending, setIsSending] = useState(false)
  const read = readForm(form, context)
  const isUnset = isEmptyForm(form) && before === undefined
  // A part's gains are those of its quantity.
  const sized = ofLots(instrument, base, read.draft)
  const send = async (): Promise<void> => {
    setIsSending(true)
    const { tpStopOrderId, slStopOrderId } = mode === 'Partial' ? (before ?? {}) : {}
    const outcome = await setProtection({
      symbol: position.symbol,
      positionIdx: position.positionIdx,
      tpSlMode: mode,
      ...legRequest(form, before),
      ...(mode === 'Partial' && { qtyX: scaledQty(instrument, read) }),
      ...(tpStopOrderId === undefined ? {} : { tpStopOrderId }),
      ...(slStopOrderId === undefined ? {} : { slStopOrderId }),
    })
    setIsSending(false)
    if (outcome.kind === 'done') onDone()
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <LegFields
        name="takeProfit"
        instrument={instrument}
        base={sized}
        form={form.takeProfit}
        read={read}
        mayLimit={mode === 'Partial'}
        onChange={(takeProfit) => setForm({ ...form, takeProfit })}
      />
      <LegFields
        name="stopLoss"
        instrument={instrument}
        base={sized}
        form={form.stopLoss}
        read={read}
        mayLimit={mode === 'Partial'}
        onChange={(stopLoss) => setForm({ ...form, stopLoss })}
      />
      {mode === 'Partial' && <Quantity {...props} form={form} read={read} onChange={setForm} />}
      <Button
        type="submit"
        variant="primary"
        wide
        pending={isSending}
        disabled={isUnset || (!isEmptyForm(form) && read.problems.size > 0)}
      >
        {t('shell.confirm')}
      </Button>
    </form>
  )
}

function Quantity(props: {
  instrument: Instrument
  position: EditorProps['position']
  form: TpslForm
  read: ReadForm
  onChange: (form: TpslForm) => void
}) {
  const t = useT()
  const { instrument, position, form, read, onChange } = props
  const problem = read.problems.get('qty')
  const lots = read.draft.qtyLots ?? 0
  const percent = position.sizeLots === 0 ? 0 : Math.round((lots * 100) / position.sizeLots)
  const pick = (value: number): void => {
    const part = lotsOfShare(position.sizeLots, value)
    onChange({ ...form, qty: value === 0 ? '' : formatQty(instrument, part) })
  }
  // An untouched field says nothing: the button waits for it.
  const isTold = problem !== undefined && (form.qty !== '' || problem.name !== 'slTips1')
  return (
    <div className="flex flex-col gap-2">
      <NumberInput
        label={t('tpsl.quantity')}
        value={form.qty}
        onChange={(qty) => onChange({ ...form, qty })}
        rules={{
          scale: qtyDecimals(instrument),
          min: '0',
          step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
        }}
        unit={qtyCoin(instrument)}
        error={isTold ? t(problemMessage(problem)) : undefined}
      />
      <Slider
        label={t('tpsl.quantityPart')}
        value={Math.min(100, percent)}
        max={tpslQtySlider.maxE2 / 100}
        step={tpslQtySlider.stepE2 / 100}
        marks={tpslQtySlider.marksE2.map((mark) => mark / 100)}
        onChange={pick}
      />
    </div>
  )
}
