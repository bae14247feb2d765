// The leverage dialog: a number with − and +, a slider, quick choices, and the limits at the chosen
// leverage.

import { useState } from 'react'
import { contractValue } from '@basis/domain/instrument/contract'
import { priceE8, qtyLots, zero } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2 } from '@basis/domain/numbers/fixed'
import { qtyAmount, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import { crossLeverage } from '@basis/domain/margin/leverage-rules'
import { useListing } from '../../stores/catalogue.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { usePositionsIn, useTradingMode } from '../../stores/positions.ts'
import { acceptedOutcome } from '../../actions/outcome.ts'
import type { Preview } from '../../actions/previews.ts'
import { useTicker } from '../../stores/tickers.ts'
import { equityIn, useWallet } from '../../stores/wallet.ts'
import { applyLeverageChanges } from '../../actions/modes.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { OutcomeFigures } from '../outcome/OutcomeFigures.tsx'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { usePending } from '../../platform/use-pending.ts'
import { CapNote } from './CapNote.tsx'
import { changesOf, isEmpty, isSplit, leverageDraftOf, withMode } from './leverage-draft.ts'
import type { LeverageDraft } from './leverage-draft.ts'
import { leverageFigures, leverageMarks, leverageRange, leverageText } from './leverage-form.ts'
import { LEVERAGE_DECIMALS, quickLeverages, readLeverage } from './leverage-form.ts'
import type { LeverageFigures } from './leverage-form.ts'
import { HeldFigures } from './HeldFigures.tsx'
import { TraderFooter } from './TraderFooter.tsx'
import { useDraftPreview } from './use-draft-preview.ts'

type Props = { request: Extract<DialogRequest, { kind: 'leverage' }>; onClose: () => void }

export function LeverageDialog({ request, onClose }: Props) {
  const listing = useListing(request.symbol)
  if (listing === undefined) return null
  return <LeverageForm instrument={listing.instrument} onClose={onClose} />
}

function LeverageForm({ instrument, onClose }: { instrument: Instrument; onClose: () => void }) {
  const t = useT()
  const { symbol } = instrument
  const standing = useTradingMode(symbol)
  const isAwaited = useIsModeAwaited(symbol)
  // What is not typed follows the contract, whose settings may come or change meanwhile.
  const [typed, setTyped] = useState<Partial<LeverageDraft>>({})
  const draft = { ...leverageDraftOf(standing), ...typed }
  const [isSending, during] = usePending()
  const isApart = isSplit(draft, standing)
  const text = isApart ? draft.longLvg : draft.singleLvg
  const long = useSide(instrument, text, isApart ? 'Buy' : undefined)
  const other = useSide(instrument, draft.shortLvg, 'Sell')
  const isWrong = long.problem !== undefined || (isApart && other.problem !== undefined)
  const changes = isWrong ? undefined : changesOf(draft, standing, instrument)
  const isReady = changes !== undefined && !isEmpty(changes)
  const preview = useDraftPreview(symbol, isReady ? changes : undefined)
  const send = async (): Promise<void> => {
    if (changes === undefined) return
    const outcome = await during(applyLeverageChanges(symbol, changes))
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      width="md"
      title={t('leverage.pozLeverage', { symbol })}
      footer={
        <TraderFooter
          pending={isSending}
          disabled={!isReady || isAwaited || preview?.problem !== undefined}
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Segments
          wide
          label={t('margin.mode')}
          value={draft.mode}
          onChange={(mode) => setTyped(withMode(mode, standing))}
          items={[
            { value: 'Cross', label: t('margin.cross') },
            { value: 'Isolate', label: t('margin.isolated') },
          ]}
        />
        <CapNote draft={draft} standing={standing} />
        {isApart && <p className="text-xs font-medium">{t('positions.long')}</p>}
        <LeverageFields
          instrument={instrument}
          text={text}
          onText={(leverage) =>
            setTyped({ ...typed, [isApart ? 'longLvg' : 'singleLvg']: leverage })
          }
          side={long}
        />
        {isApart && (
          <>
            <p className="text-xs font-medium">{t('positions.short')}</p>
            <LeverageFields
              instrument={instrument}
              text={draft.shortLvg}
              onText={(shortLvg) => setTyped({ ...typed, shortLvg })}
              side={other}
            />
          </>
        )}
        <Allowed
          instrument={instrument}
          maxValues={isApart ? [long.maxValue, other.maxValue] : [long.maxValue]}
          isHigh={long.isHigh || (isApart && other.isHigh)}
          isCross={draft.mode === 'Cross'}
        />
        <HeldFigures instrument={instrument} preview={preview} />
        <LeverageOutcome instrument={instrument} preview={preview} />
      </div>
    </Dialog>
  )
}

type SideOfLeverage = Omit<LeverageFigures, 'problem'> & {
  readonly read: LeverageE2 | Problem
  readonly now: LeverageE2
  /** Why it cannot be confirmed; an unchanged leverage is not an error. */
  readonly problem: Problem | undefined
}

/** Returns the figures of a typed leverage for a contract, or for one side of its hedge. */
function useSide(instrument: Instrument, text: string, side: Side | undefined): SideOfLeverage {
  const standing = useTradingMode(instrument.symbol)
  const now = side === 'Sell' ? standing.sellLeverageE2 : standing.leverageE2
  const held = useHeld(instrument, side)
  const { problem, ...figures } = leverageFigures(text, instrument, { leverage: now, ...held })
  const isSame = problem?.name === 'leverageUnchanged'
  const read = readLeverage(text, instrument)
  return { ...figures, read, now, problem: isSame ? undefined : problem }
}

/** Returns the size of the contract's position and its value at the mark price. */
function useHeld(instrument: Instrument, side: Side | undefined) {
  const positions = usePositionsIn(instrument.symbol).map((record) => record.position)
  const position = positions.find((held) => side === undefined || held.side === side)
  const mark = useTicker(instrument.symbol)?.markE8
  const lots = position?.sizeLots
  if (lots === undefined || mark === undefined) return { heldLots: qtyLots(0), heldValue: zero }
  const kind = instrument.kind === 'Inverse' ? 'Inverse' : 'Linear'
  const heldValue = contractValue(kind, qtyAmount(instrument, lots), priceE8(mark), 'up')
  return { heldLots: lots, heldValue }
}

function LeverageFields(props: {
  instrument: Instrument
  text: string
  onText: (text: string) => void
  side: SideOfLeverage
}) {
  const t = useT()
  const { instrument, text, onText, side } = props
  const { read, now, problem } = side
  const { min, max } = leverageRange(instrument)
  return (
    <>
      <NumberInput
        label={t('leverage.label')}
        labelHidden
        value={text}
        onChange={onText}
        rules={{
          scale: LEVERAGE_DECIMALS,
          min: leverageText(min),
          max: leverageText(max),
          step: '1',
        }}
        unit="x"
        steppers
        error={problem === undefined ? undefined : t(problemMessage(problem))}
      />
      <Slider
        label={t('leverage.label')}
        value={(typeof read === 'object' ? now : read) / 100}
        min={Math.ceil(min / 100)}
        max={Math.floor(max / 100)}
        marks={leverageMarks(instrument)}
        markLabels
        textOf={(value) => `${value}x`}
        onChange={(value) => onText(String(value))}
      />
      <div role="group" aria-label={t('leverage.quick')} className="flex flex-wrap gap-1.5">
        {quickLeverages(instrument).map((value) => (
          <Button
            key={value}
            size="sm"
            aria-pressed={String(value) === text}
            className={String(value) === text ? 'text-accent!' : ''}
            onClick={() => onText(String(value))}
          >
            {`${value}x`}
          </Button>
        ))}
      </div>
    </>
  )
}

function Allowed(props: {
  instrument: Instrument
  /** Undefined for an invalid leverage. */
  maxValues: readonly (Amount | undefined)[]
  isHigh: boolean
  isCross: boolean
}) {
  const t = useT()
  const { instrument, maxValues, isHigh, isCross } = props
  const words = useInstrumentFormat(instrument)
  const most = maxValues.map((value) => words.settle(value, { rounding: 'down' })).join(' / ')
  return (
    <div className="flex flex-col gap-2 text-xs">
      <p className="flex justify-between gap-2">
        <span className="text-muted">{t('leverage.maxValue')}</span>
        <span>
          {most} {instrument.settleCoin}
        </span>
      </p>
      {isCross && <CrossLine instrument={instrument} />}
      <p className="text-muted">
        {t('leverage.alsoOpen')} <HelpLink topic="leverage" />
      </p>
      {isHigh && (
        <p role="status" className="rounded bg-accent-tint px-2 py-1.5 text-warn">
          {t('leverage.highTip')}
        </p>
      )}
    </div>
  )
}

/** The contract's position value divided by the whole equity, whatever leverage is set. */
function CrossLine({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const format = useFormat()
  const { heldValue } = useHeld(instrument, undefined)
  const behind = equityIn(useWallet(), instrument.settleCoin)
  const times = behind === undefined ? undefined : crossLeverage(heldValue, behind)
  return (
    <p className="flex justify-between gap-2">
      <span className="text-muted">{t('leverage.effective')}</span>
      <span>{format.leverage(times)}</span>
    </p>
  )
}

/** The preview of the change for the position, or for the long side in hedge mode. */
function LeverageOutcome(props: { instrument: Instrument; preview: Preview | undefined }) {
  const { instrument, preview } = props
  const [held] = usePositionsIn(instrument.symbol)
  if (held === undefined) return null
  const outcome = acceptedOutcome(preview, instrument, held.position.positionIdx)
  return (
    <OutcomeFigures instrument={instrument} outcome={outcome} hasFill={false} hasMargin={false} />
  )
}
