// The panel of the price alerts: a field for a new one at a price of the shown symbol, and the
// list.

import { useEffect, useRef, useState } from 'react'
import { X } from 'lucide-react'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  priceDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { isAlertOver } from '@basis/domain/alerts/alert'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import {
  addPriceAlert,
  clearEndedAlerts,
  removeAlerts,
} from '../../../actions/alerts/alert-actions.ts'
import { alertMessage } from '../../../actions/words/alert-words.ts'
import { useAlerts } from '../../../stores/alerts.ts'
import { listingOf, nameOf, showListing } from '../../../stores/catalogue.ts'
import { problemMessage } from '../../../client/error-reactions.ts'
import { useT } from '../../../i18n/i18n.ts'
import { openDialog } from '../../../shell/dialogs.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'

export function AlertPanel({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const alerts = useAlerts()
  return (
    <>
      <AlertForm key={instrument.symbol} instrument={instrument} />
      <AlertList alerts={alerts} shown={instrument.symbol} />
      <div className="mt-2 flex gap-2 border-t border-line pt-2">
        <Button size="sm" onClick={() => openDialog({ kind: 'alerts' })}>
          {t('alerts.show')}
        </Button>
        <Button
          size="sm"
          onClick={() => openDialog({ kind: 'alerts', make: { symbols: [instrument.symbol] } })}
        >
          {t('alerts.new')}
        </Button>
      </div>
    </>
  )
}

function AlertForm({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  // The popup focused its first field when it opened, possibly before this panel was loaded. With
  // touch input nothing is focused, because that would open the keyboard.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus()
  }, [])
  const add = (): void => {
    const made = parsePrice(instrument, text)
    if (typeof made === 'object') return setWrong(t(problemMessage(made)))
    void addPriceAlert(instrument, made).then(({ kind }) => {
      if (kind === 'done') setText('')
    })
  }
  return (
    <form
      ref={form}
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <NumberInput
        className="min-w-0 flex-1"
        size="sm"
        label={nameOf(instrument.symbol)}
        value={text}
        onChange={(next) => {
          setWrong(undefined)
          setText(next)
        }}
        rules={{
          scale: priceDecimals(instrument),
          min: '0',
          max: formatPrice(instrument, instrument.maxPriceTicks),
          tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
        }}
        unit={instrument.quoteCoin}
        error={wrong}
      />
      <Button type="submit" variant="primary" disabled={text.trim() === ''}>
        {t('chart.addAlert')}
      </Button>
    </form>
  )
}

function AlertList({ alerts, shown }: { alerts: readonly WireAlert[]; shown: string }) {
  const t = useT()
  const isHere = ({ symbols }: WireAlert): boolean => symbols.includes(shown)
  const waiting = alerts.filter(({ status }) => !isAlertOver(status))
  const rows = [
    ...waiting.filter(isHere),
    ...waiting.filter((alert) => !isHere(alert)),
    ...alerts.filter(({ status }) => isAlertOver(status)).toReversed(),
  ]
  if (rows.length === 0) return <p className="pt-3 text-xs text-muted">{t('chart.noAlerts')}</p>
  return (
    <>
      <ul aria-label={t('chart.alerts')} className="-mx-3 mt-2 max-h-64 overflow-y-auto">
        {rows.map((alert) => (
          <AlertRow key={alert.alertId} alert={alert} />
        ))}
      </ul>
      {rows.length > waiting.length && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          onClick={() => void clearEndedAlerts()}
        >
          {t('chart.clearAlerts')}
        </Button>
      )}
    </>
  )
}

function AlertRow({ alert }: { alert: WireAlert }) {
  const t = useT()
  const format = useFormat()
  const { alertId, symbols, status, lastFiredAtE3 } = alert
  const [symbol = ''] = symbols
  const listing = listingOf(symbol)
  const words = t(alertMessage(alert))
  const state = status === 'fired' ? format.time(lastFiredAtE3) : t(`alerts.state_${status}`)
  return (
    <li className="flex min-h-8 items-center gap-2 px-3 text-xs hover:bg-hover">
      <button
        type="button"
        className={classNames(
          'flex min-w-0 flex-1 items-baseline gap-2 text-left',
          status !== 'active' && 'text-muted',
        )}
        onClick={() => listing !== undefined && showListing(listing)}
      >
        <span className="shrink-0 font-medium">{symbolsName(symbols)}</span>
        <span className="min-w-0 tabular-nums">{words}</span>
        <span className="ml-auto shrink-0 text-2xs text-muted">{state}</span>
      </button>
      <Button
        size="sm"
        variant="ghost"
        className="px-1!"
        aria-label={t('chart.removeAlertOf', { symbol, condition: words })}
        onClick={() => void removeAlerts([alertId])}
      >
        <X className="size-3.5" aria-hidden />
      </Button>
    </li>
  )
}

/** The symbol, or the first of several and the number of the others. */
const symbolsName = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? nameOf(first) : `${nameOf(first)} +${others.length}`
