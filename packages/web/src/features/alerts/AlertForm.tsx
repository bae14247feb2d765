// The form of an alert: markets, figure, level, repetition, expiry, and a note.

import { useState } from 'react'
import { alertOperators, longestNote } from '@basis/domain/alerts/alert'
import { formatLevel, unitOfFigure, type MarketFigure } from '@basis/domain/alerts/figures'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import { marketFigure } from '@basis/protocol/alerts/figures'
import { addAlert, amendAlert } from '../../actions/alerts/alert-actions.ts'
import { figureUnitWord, typedDecimals } from '../../actions/alerts/typed-values.ts'
import { figureMessages, valueMessage } from '../../actions/words/alert-words.ts'
import { serverNowMs } from '../../client/connection.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { AlertStart } from '../../shell/dialogs.ts'
import { instrumentOf, nameOf, shownName, useCatalogue } from '../../stores/catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import type { SelectProps } from '../../ui/popups/popup-props.ts'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  expiryChoices,
  figuresOf,
  firstTyped,
  readAlert,
  typedOf,
  type AlertTyped,
} from './alert-form.ts'
import { useMarketFacts } from './use-market-facts.ts'

type Props = {
  start: AlertStart | undefined
  /** The alert to edit; a new one if undefined. */
  edited: WireAlert | undefined
  onBack: () => void
  onClose: () => void
}

export function AlertFormDialog({ start, edited, onBack, onClose }: Props) {
  const t = useT()
  const [typed, setTyped] = useState<AlertTyped>(() =>
    edited === undefined ? firstTyped(start ?? { symbols: [] }) : typedOf(edited),
  )
  const [isTried, setTried] = useState(false)
  const [isSending, during] = usePending()
  const instruments = typed.symbols.flatMap((symbol) => instrumentOf(symbol) ?? [])
  const expiresAtE3 = edited?.expiresAtE3 ?? 0
  const read = readAlert(typed, instruments, { nowMs: serverNowMs(), expiresAtE3 })
  const wrong = 'name' in read ? read : undefined
  const wrongOf = (field: string): string | undefined =>
    isTried && wrong?.field === field ? t(problemMessage(wrong)) : undefined
  const send = async (): Promise<void> => {
    setTried(true)
    if ('name' in read || isSending) return
    const { symbols: _symbols, figure: _figure, ...change } = read
    const outcome = await during(
      edited === undefined ? addAlert(read) : amendAlert(edited.alertId, change),
    )
    if (outcome.kind === 'done') onBack()
  }
  return (
    <Dialog
      open
      width="md"
      onClose={onClose}
      onBack={onBack}
      backLabel={t('alerts.back')}
      title={t(edited === undefined ? 'alerts.new' : 'alerts.edit')}
      onSubmit={() => void send()}
      footer={
        <Button type="submit" variant="primary" pending={isSending}>
          {t(edited === undefined ? 'alerts.create' : 'alerts.save')}
        </Button>
      }
    >
      <AlertFields
        typed={typed}
        instruments={instruments}
        edited={edited}
        change={(part) => setTyped((before) => ({ ...before, ...part }))}
        wrongOf={wrongOf}
      />
    </Dialog>
  )
}

type FieldsProps = {
  typed: AlertTyped
  instruments: readonly Instrument[]
  edited: WireAlert | undefined
  change: (part: Partial<AlertTyped>) => void
  wrongOf: (field: string) => string | undefined
}

function AlertFields(props: FieldsProps) {
  const { typed, instruments, change, wrongOf } = props
  const t = useT()
  const [instrument] = instruments
  const isTrader = useSession(({ user }) => user !== undefined)
  const { figure } = typed
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Markets {...props} />
      <FigureChoice {...props} />
      <Choice
        label={t('alerts.condition')}
        value={typed.operator}
        onChange={(operator) => change({ operator })}
        items={alertOperators.map((value) => ({ value, label: t(`alerts.is_${value}`) }))}
      />
      <NumberInput
        label={t('alerts.value')}
        value={typed.value}
        onChange={(value) => change({ value })}
        rules={{
          scale: typedDecimals(figure, instrument),
          ...(unitOfFigure(figure) === 'price' ? { min: '0' } : {}),
        }}
        unit={figureUnitWord(figure, instrument)}
        error={wrongOf('value')}
        hint={<Now figure={figure} instruments={instruments} />}
      />
      <Often {...props} />
      {/* A browser's alert has no note. */}
      {isTrader && (
        <TextField
          label={t('alerts.note')}
          value={typed.note}
          maxLength={longestNote}
          onChange={(note) => change({ note })}
          error={wrongOf('note')}
        />
      )}
    </div>
  )
}

/** A select with its label in front. */
function Choice<T extends string>(props: SelectProps<T>) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="shrink-0 text-xs text-soft" aria-hidden>
        {props.label}
      </span>
      <Select {...props} align="end" className="min-w-44" />
    </div>
  )
}

/**
 * A field for one market; several markets, taken from a screen, are listed and cannot be edited.
 */
function Markets({ typed, edited, change, wrongOf }: FieldsProps) {
  const t = useT()
  const order = useCatalogue((catalogue) => catalogue.order)
  const { symbols } = typed
  if (edited !== undefined || symbols.length > 1) {
    return (
      <p className="text-xs text-soft">
        {symbols.length > 1 && `${t('alerts.markets', { count: symbols.length })}: `}
        <span className="font-medium text-ink">{symbols.map(nameOf).join(', ')}</span>
      </p>
    )
  }
  const wrong = wrongOf('symbols')
  return (
    <>
      <Choice
        label={t('alerts.market')}
        value={symbols[0] ?? ''}
        onChange={(symbol) => change({ symbols: [symbol], value: '' })}
        items={order.map((listing) => ({ value: listing.symbol, label: shownName(listing) }))}
      />
      {wrong !== undefined && <p className="text-2xs text-bad">{wrong}</p>}
    </>
  )
}

/** A visitor's alerts use the last price; an edited alert keeps its figure. */
function FigureChoice({ typed, instruments, edited, change, wrongOf }: FieldsProps) {
  const t = useT()
  const isTrader = useSession(({ user }) => user !== undefined)
  const { figure } = typed
  if (edited !== undefined) return <p className="font-medium">{t(figureMessages[figure])}</p>
  const figures = isTrader ? figuresOf(instruments) : (['last'] as const)
  const wrong = wrongOf('figure')
  return (
    <>
      <Choice<MarketFigure>
        label={t('alerts.figure')}
        value={figure}
        onChange={(next) => change({ figure: next, value: '' })}
        items={figures.map((value) => ({ value, label: t(figureMessages[value]) }))}
      />
      {!isTrader && <p className="text-xs text-muted">{t('alerts.signInForMore')}</p>}
      {wrong !== undefined && <p className="text-2xs text-bad">{wrong}</p>}
    </>
  )
}

/** The current value of the figure, for setting the level. */
function Now({ figure, instruments }: Pick<FieldsProps, 'instruments'> & { figure: MarketFigure }) {
  const t = useT()
  const factsOf = useMarketFacts()
  const [instrument] = instruments
  const facts = instrument && factsOf(instrument.symbol)
  const value = facts && marketFigure(figure, facts)
  if (instrument === undefined || value === undefined || instruments.length > 1) return null
  const words = formatLevel(figure, value)
  return t('alerts.now', { value: valueMessage(figure, words, instrument.symbol) })
}

function Often({ typed, edited, change, wrongOf }: FieldsProps) {
  const t = useT()
  const format = useFormat()
  const isTrader = useSession(({ user }) => user !== undefined)
  if (!isTrader) return null
  const choices = edited !== undefined && edited.expiresAtE3 > 0 ? (['keep'] as const) : []
  const wrong = wrongOf('expiresAtE3')
  return (
    <>
      <Switch
        label={t('alerts.repeat')}
        checked={typed.isRepeated}
        onChange={(isRepeated) => change({ isRepeated })}
      />
      {typed.isRepeated && (
        <NumberInput
          label={t('alerts.coolDown')}
          value={typed.coolDown}
          onChange={(coolDown) => change({ coolDown })}
          rules={{ scale: 0, min: '0', step: '1' }}
          unit="s"
          error={wrongOf('coolDown')}
        />
      )}
      <Choice
        label={t('alerts.expiry')}
        value={typed.expiry}
        onChange={(expiry) => change({ expiry })}
        items={[...choices, ...expiryChoices].map((value) => ({
          value,
          label:
            value === 'keep'
              ? format.dateTime(edited?.expiresAtE3)
              : value === 'never'
                ? t('alerts.never')
                : t('alerts.days', { count: Number(value) }),
        }))}
      />
      {wrong !== undefined && <p className="text-2xs text-bad">{wrong}</p>}
    </>
  )
}
