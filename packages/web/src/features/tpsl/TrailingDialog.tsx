// The trailing stop of a position: a distance or a rate behind the best price, from an activation
// price on (rules 8.6).

import { useState } from 'react'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { useListing } from '../../stores/catalogue.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { setTrailing } from '../../actions/tpsl.ts'
import { positionKey, usePositions, type PositionRecord } from '../../stores/positions.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { isHeld, type HeldPosition } from '../../stores/positions.ts'
import { PositionFacts } from './PositionFacts.tsx'
import {
  noTrailing,
  readTrailing,
  trailingForm,
  trailingRules,
  type TrailingAsked,
} from './trailing-form.ts'
import { priceRules } from './tpsl-form.ts'

type Props = { request: Extract<DialogRequest, { kind: 'trailing' }>; onClose: () => void }

export function TrailingDialog({ request, onClose }: Props) {
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  if (record === undefined || listing === undefined || !isHeld(record.position)) return null
  return (
    <TrailingForm
      record={record}
      position={record.position}
      instrument={listing.instrument}
      onClose={onClose}
    />
  )
}

function TrailingForm(props: {
  record: PositionRecord
  position: HeldPosition
  instrument: Instrument
  onClose: () => void
}) {
  const t = useT()
  const { record, position, instrument, onClose } = props
  const { symbol } = position
  const last = useTicker(symbol)?.lastTicks
  const [form, setForm] = useState(() => trailingForm(instrument, record.tpsl.trailing))
  const [isSending, setIsSending] = useState(false)
  const stands = record.tpsl.trailing !== undefined
  const read = readTrailing(form, {
    instrument,
    side: position.side,
    lastTicks: last === undefined ? undefined : priceTicks(last),
  })
  const send = async (asked: TrailingAsked | undefined): Promise<void> => {
    if (asked === undefined) return
    setIsSending(true)
    const outcome = await setTrailing(position, instrument, asked)
    setIsSending(false)
    if (outcome.kind === 'done') onClose()
  }
  const told = (field: string): string | undefined => {
    const problem = read.problems.get(field)
    return problem === undefined ? undefined : t(problemMessage(problem))
  }
  const isRate = form.by === 'rate'
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send(read.asked)}
      title={t('tpsl.trailingTitle', { symbol })}
      footer={
        <>
          {stands && (
            <Button pending={isSending} onClick={() => void send(noTrailing)}>
              {t('tpsl.remove')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={isSending}
            disabled={read.asked === undefined || read.problems.size > 0}
          >
            {t('shell.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <PositionFacts {...props} />
        <Segments
          wide
          size="md"
          label={t('tpsl.trailingBy')}
          value={form.by}
          onChange={(by) => setForm({ ...form, by, retracement: '' })}
          items={[
            { value: 'distance', label: t('tpsl.byDistance', { coin: instrument.quoteCoin }) },
            { value: 'rate', label: t('tpsl.byRate') },
          ]}
        />
        <NumberInput
          label={t('tpsl.retracement')}
          value={form.retracement}
          onChange={(retracement) => setForm({ ...form, retracement })}
          rules={trailingRules(instrument, form.by)}
          unit={isRate ? '%' : instrument.quoteCoin}
          error={told('trailingStop')}
        />
        <NumberInput
          label={t('tpsl.activation')}
          value={form.activation}
          onChange={(activation) => setForm({ ...form, activation })}
          rules={priceRules(instrument)}
          unit={instrument.quoteCoin}
          error={told('activationPrice')}
          hint={t('tpsl.activationHint')}
        />
        <p className="text-xs text-muted">{t('tpsl.trailingHelp')}</p>
      </div>
    </Dialog>
  )
}
