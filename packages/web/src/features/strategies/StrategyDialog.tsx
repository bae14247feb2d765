// The form of an algorithmic order, with what it will send and the worst that comes to.

import { useState } from 'react'
import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { algoKinds } from '@basis/domain/algo/order'
import { sides, type Side } from '@basis/domain/orders/order'
import { startStrategy } from '../../actions/strategies.ts'
import { useT } from '../../i18n/i18n.ts'
import type { StrategyRequest } from '../../shell/dialogs.ts'
import { showPanel } from '../../shell/panel-requests.ts'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Outline } from './Outline.tsx'
import { KindFields, QuantityField } from './StrategyFields.tsx'
import { draftOfRequest, isWrong, outlineOf, readStrategy } from './strategy-form.ts'
import type { StrategyDraft } from './strategy-form.ts'
import { kindWord, typeOfKind } from '../../actions/words/strategy-words.ts'

type Props = { request: StrategyRequest; onClose: () => void }

export function StrategyDialog({ request, onClose }: Props) {
  const listing = useListing(request.symbol)
  if (listing === undefined) return null
  return <StrategyForm instrument={listing.instrument} request={request} onClose={onClose} />
}

type FormProps = { instrument: Instrument; request: StrategyRequest; onClose: () => void }

function StrategyForm({ instrument, request, onClose }: FormProps) {
  const t = useT()
  const [draft, setDraft] = useState<StrategyDraft>(() => draftOfRequest(request))
  const [isSending, setIsSending] = useState(false)
  const change = (part: Partial<StrategyDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const market = useMarket(instrument, draft.side)
  const read = readStrategy(draft, instrument, market.last)
  const asked = isWrong(read) ? undefined : read
  const kind = t({ key: kindWord(typeOfKind[draft.kind]) })
  const send = async (): Promise<void> => {
    if (asked === undefined) return
    setIsSending(true)
    const outcome = await startStrategy({ ...asked, reduceOnly: draft.reduceOnly }, instrument)
    setIsSending(false)
    if (outcome.kind === 'failed') return
    onClose()
    showPanel('strategies')
  }
  return (
    <Dialog
      open
      width="md"
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('strategies.title', { symbol: nameOf(instrument.symbol) })}
      footer={
        <Footer
          instrument={instrument}
          draft={draft}
          kind={kind}
          lots={asked?.totalLots}
          isSending={isSending}
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Segments
          wide
          label={t('strategies.kind')}
          value={draft.kind}
          onChange={(next) => change({ kind: next })}
          items={algoKinds.map((value) => ({
            value,
            label: t({ key: kindWord(typeOfKind[value]) }),
          }))}
        />
        <p className="text-xs text-muted">{t(`strategies.about.${typeOfKind[draft.kind]}`)}</p>
        <Segments
          wide
          label={t('strategies.side')}
          value={draft.side}
          onChange={(next) => change({ side: next })}
          items={sides.map((value) => ({
            value,
            label: t(value === 'Buy' ? 'orders.buy' : 'orders.sell'),
          }))}
        />
        <QuantityField
          instrument={instrument}
          draft={draft}
          change={change}
          wrong={isWrong(read) ? read : undefined}
        />
        <KindFields
          instrument={instrument}
          draft={draft}
          change={change}
          wrong={isWrong(read) ? read : undefined}
        />
        <Checkbox
          label={t('strategies.reduceOnly')}
          checked={draft.reduceOnly}
          onChange={(reduceOnly) => change({ reduceOnly })}
        />
        {asked !== undefined && market.last !== undefined && (
          <Outline
            instrument={instrument}
            outline={outlineOf(asked, instrument, { ...market, last: market.last })}
          />
        )}
      </div>
    </Dialog>
  )
}

type FooterProps = {
  instrument: Instrument
  draft: StrategyDraft
  kind: string
  lots: number | undefined
  isSending: boolean
  onClose: () => void
}

function Footer({ instrument, draft, kind, lots, isSending, onClose }: FooterProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const side = t(draft.side === 'Buy' ? 'orders.buy' : 'orders.sell')
  return (
    <>
      <Button onClick={onClose}>{t('shell.cancel')}</Button>
      <Button
        type="submit"
        // A long language takes a second line, so that the dialog fits a phone.
        className="h-auto! min-h-8 min-w-0 py-1 whitespace-normal!"
        variant={draft.side === 'Buy' ? 'buy' : 'sell'}
        pending={isSending}
        disabled={lots === undefined}
      >
        {lots === undefined
          ? t('strategies.startPlain')
          : t('strategies.start', { kind, side, qty: words.qty(lots), coin: qtyCoin(instrument) })}
      </Button>
    </>
  )
}

type Market = { last: PriceTicks | undefined; best: PriceTicks | undefined }

/** The last price, and the best of the side that a passive order would join. */
function useMarket(instrument: Instrument, side: Side): Market {
  const ticker = useTicker(instrument.symbol)
  const ticks = (value: number | undefined): PriceTicks | undefined =>
    value === undefined ? undefined : priceTicks(value)
  return {
    last: ticks(ticker?.lastTicks),
    best: ticks(side === 'Buy' ? ticker?.bidTicks : ticker?.askTicks),
  }
}
