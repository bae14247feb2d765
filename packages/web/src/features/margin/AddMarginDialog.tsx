// Adding margin to an isolated position, or removing added margin: the resulting liquidation price
// is requested from the exchange while the amount is typed (spec 7, pre-add-margin).

import { mayBeDone } from '../../actions/action-outcome.ts'
import { useState } from 'react'
import { amount, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat, useWirePrice } from '../../stores/instrument-format.ts'
import { addMargin } from '../../actions/add-margin.ts'
import { figuresNow } from '../../stores/position-figures.ts'
import { isHeld, positionKey, usePositions, type PositionRecord } from '../../stores/positions.ts'
import { useTicker } from '../../stores/tickers.ts'
import { coinOf, useWallet } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { freeMargin, marginChange, marginDecimals, marginText, mostMargin } from './margin-form.ts'
import type { MarginDirection } from './margin-form.ts'
import { useMarginPreview, type MarginPreview } from './use-margin-preview.ts'

type Props = { request: Extract<DialogRequest, { kind: 'addMargin' }>; onClose: () => void }

export function AddMarginDialog({ request, onClose }: Props) {
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  if (record === undefined || listing === undefined) return null
  return <MarginForm record={record} instrument={listing.instrument} onClose={onClose} />
}

type FormProps = { record: PositionRecord; instrument: Instrument; onClose: () => void }

function MarginForm({ record, instrument, onClose }: FormProps) {
  const t = useT()
  const { symbol, positionIdx, extraMargin } = record.position
  const [direction, setDirection] = useState<MarginDirection>('add')
  const [text, setText] = useState('')
  const [isSending, during] = usePending()
  const wallet = useWallet()
  const own = wallet === undefined ? undefined : coinOf(wallet, instrument.settleCoin)?.available
  const available = freeMargin(instrument, own, wallet?.available)
  const { position } = record
  const ticker = useTicker(symbol)
  const figures = isHeld(position)
    ? figuresNow(position, instrument, ticker, 'MarkPrice')
    : undefined
  const unrealised = figures?.unrealised ?? zero
  const most = mostMargin(direction, { available, extra: extraMargin, unrealised })
  const typed = marginChange('add', text)
  const change = marginChange(direction, text)
  const preview = useMarginPreview({ symbol, positionIdx, change })
  const isTooMuch = typed > most
  const send = async (): Promise<void> => {
    const outcome = await during(addMargin({ symbol, positionIdx, amount: change }))
    if (mayBeDone(outcome)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('margin.changeTitle', { symbol })}
      footer={
        <DialogFooter
          onClose={onClose}
          pending={isSending}
          disabled={typed <= zero || isTooMuch || preview?.problem !== undefined}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Segments
          wide
          label={t('margin.direction')}
          value={direction}
          onChange={setDirection}
          items={[
            { value: 'add', label: t('margin.add') },
            { value: 'remove', label: t('margin.remove') },
          ]}
        />
        <NumberInput
          label={t('margin.amount')}
          value={text}
          onChange={setText}
          rules={{ scale: marginDecimals, min: '0' }}
          unit={instrument.settleCoin}
          error={
            isTooMuch
              ? t('margin.tooMuch')
              : preview?.problem === undefined
                ? undefined
                : t(preview.problem)
          }
          actions={
            <Button
              size="sm"
              variant="ghost"
              className="px-1! text-accent!"
              onClick={() => setText(marginText(most))}
            >
              {t('margin.max')}
            </Button>
          }
        />
        <Consequences
          instrument={instrument}
          record={record}
          most={most}
          change={isTooMuch ? zero : change}
          preview={preview}
        />
      </div>
    </Dialog>
  )
}

/** The current liquidation price and, while an amount is typed, the resulting one. */
function Consequences(props: {
  instrument: Instrument
  record: PositionRecord
  most: Amount
  change: Amount
  preview: MarginPreview | undefined
}) {
  const t = useT()
  const { instrument, record, most, change, preview } = props
  const words = useInstrumentFormat(instrument)
  const price = useWirePrice(instrument)
  const money = (value: Amount): string => `${words.settle(value)} ${instrument.settleCoin}`
  const { extraMargin } = record.position
  const isAnswered = preview !== undefined && preview.problem === undefined
  return (
    <Figures
      rows={[
        {
          label: t('margin.atMost'),
          now: `${words.settle(most, { rounding: 'down' })} ${instrument.settleCoin}`,
        },
        {
          label: t('margin.addedSoFar'),
          now: money(extraMargin),
          then: change === zero ? undefined : money(amount(extraMargin + change)),
        },
        {
          label: t('positions.liquidation'),
          now: words.price(record.liquidationTicks),
          then: isAnswered ? price(preview.liqPriceAfter) : undefined,
        },
      ]}
    />
  )
}
