// The trader's price alerts: a button with how many wait, behind it the list and a field for one
// more at a price of the shown symbol.

import { useState } from 'react'
import { Bell, X } from 'lucide-react'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  priceDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import {
  addAlert,
  clearReachedAlerts,
  type PriceAlert,
  removeAlert,
  useAlerts,
} from '../../stores/alerts.ts'
import { isWaitingAlert } from '../../stores/alert-rules.ts'
import { listingOf, nameOf, showListing } from '../../stores/catalogue.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Popover } from '../../ui/Popover.tsx'

export function AlertMenu({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const alerts = useAlerts()
  const count = alerts.filter(isWaitingAlert).length
  return (
    <Popover
      title={t('chart.alerts')}
      align="end"
      className="w-80"
      trigger={
        <Button size="sm" variant="ghost" aria-label={t('chart.alertCount', { count })}>
          <Bell className="size-3.5" aria-hidden />
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      }
    >
      <AlertForm key={instrument.symbol} instrument={instrument} />
      <AlertList alerts={alerts} shown={instrument.symbol} />
    </Popover>
  )
}

function AlertForm({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const last = useTicker(instrument.symbol)?.lastTicks
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const add = (): void => {
    const made = parsePrice(instrument, text)
    if (typeof made === 'object') return setWrong(t(problemMessage(made)))
    if (last === undefined) return
    const isSet = addAlert({ symbol: instrument.symbol, priceTicks: made, lastTicks: last })
    if (!isSet) return setWrong(t('chart.alertsFull'))
    setText('')
  }
  return (
    <form
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

function AlertList({ alerts, shown }: { alerts: readonly PriceAlert[]; shown: string }) {
  const t = useT()
  const isHere = ({ symbol }: PriceAlert): boolean => symbol === shown
  const waiting = alerts.filter(isWaitingAlert)
  const rows = [
    ...waiting.filter(isHere),
    ...waiting.filter((alert) => !isHere(alert)),
    ...alerts.filter((alert) => !isWaitingAlert(alert)).toReversed(),
  ]
  if (rows.length === 0) return <p className="pt-3 text-xs text-muted">{t('chart.noAlerts')}</p>
  return (
    <>
      <ul aria-label={t('chart.alerts')} className="-mx-3 mt-2 max-h-64 overflow-y-auto">
        {rows.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      {rows.length > waiting.length && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={clearReachedAlerts}>
          {t('chart.clearAlerts')}
        </Button>
      )}
    </>
  )
}

function AlertRow({ alert }: { alert: PriceAlert }) {
  const t = useT()
  const format = useFormat()
  const listing = listingOf(alert.symbol)
  const { id, symbol, way, hitMs, priceTicks } = alert
  const price =
    listing === undefined ? '--' : instrumentFormat(listing.instrument, format).price(priceTicks)
  const state = hitMs === undefined ? t('chart.alertWaits') : format.time(hitMs)
  return (
    <li className="flex min-h-8 items-center gap-2 px-3 text-xs hover:bg-hover">
      <button
        type="button"
        className={classNames(
          'flex min-w-0 flex-1 items-baseline gap-2 text-left',
          hitMs !== undefined && 'text-muted',
        )}
        onClick={() => listing !== undefined && showListing(listing)}
      >
        <span className="truncate font-medium">{nameOf(symbol)}</span>
        <span className="tabular-nums">{`${way === 'rise' ? '≥' : '≤'} ${price}`}</span>
        <span className="ml-auto text-2xs text-muted">{state}</span>
      </button>
      <Button
        size="sm"
        variant="ghost"
        className="px-1!"
        aria-label={t('chart.removeAlertOf', { symbol, price })}
        onClick={() => removeAlert(id)}
      >
        <X className="size-3.5" aria-hidden />
      </Button>
    </li>
  )
}
