// The builder of a strategy of several options: legs from a template or from the chain, their
// payoff, and one command that sends all of them or none.

import { useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { strategyNames, type StrategyName } from '@basis/domain/options/strategy-templates'
import { batchFields } from '../../../actions/options/strategies.ts'
import { useAnswer } from '../../../actions/previews.ts'
import { serverNowMs } from '../../../client/connection.ts'
import { problemMessage } from '../../../client/error-reactions.ts'
import { startDemo, useSession } from '../../../client/session.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useUnderlying, type ChainName } from '../../../stores/options/chain.ts'
import { usePending } from '../../../platform/use-pending.ts'
import { useIsModeAwaited } from '../../../stores/trading-mode/mode-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Segments } from '../../../ui/Tabs.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { Expiry } from '../chain-rows.ts'
import type { OptionParts } from '../option-parts.ts'
import { LegList } from './LegList.tsx'
import { Payoff } from './Payoff.tsx'
import { sendLegs } from './send-legs.ts'
import { StrategyFigures } from './StrategyFigures.tsx'
import {
  filledPrices,
  intentsOf,
  legsOfName,
  nothingFilled,
  pricings,
  reversed,
  strategyProblem,
  withoutSent,
  type StrategyDraft,
} from './strategy-draft.ts'
import { useMarkets, useUnderlyingSymbol } from './use-strategy.ts'

type Props = {
  name: ChainName
  expiries: readonly Expiry[]
  shown: number | undefined
  draft: StrategyDraft
  onChange: Dispatch<SetStateAction<StrategyDraft>>
  parts: Pick<OptionParts, 'Stress'>
}

export function StrategyBuilder({ name, expiries, shown, draft, onChange, parts }: Props) {
  const t = useT()
  const [isSent, during] = usePending()
  const [isMissing, setMissing] = useState(false)
  const isTrader = useSession(({ status }) => status === 'trader')
  const index = useUnderlying(name.baseCoin)
  const underlying = useUnderlyingSymbol(name)
  const markets = useMarkets(draft, underlying)
  const wrong = strategyProblem(draft, markets, serverNowMs())
  const intents = wrong === undefined ? intentsOf(draft, markets) : undefined
  // Without its trading mode a perpetual in hedge mode could not name its position.
  const isAwaited = useIsModeAwaited(draft.legs.find(({ symbol }) => symbol === underlying)?.symbol)
  const answer = useAnswer(
    'previewBatch',
    isTrader && !isAwaited && intents !== undefined ? batchFields(intents) : undefined,
  )
  const orders = answer?.orders
  const filled = useMemo(
    () => (orders === undefined ? nothingFilled : filledPrices(orders)),
    [orders],
  )
  const choose = (template: StrategyName): void => {
    const legs = legsOfName(template, { expiries, shown, index, underlying })
    setMissing(legs === undefined)
    if (legs !== undefined) onChange({ ...draft, legs })
  }
  const send = async (): Promise<void> => {
    if (intents === undefined) return
    const outcome = await during(sendLegs(intents, answer))
    if (outcome.kind === 'done') onChange((now) => withoutSent(now, draft))
  }
  return (
    <section aria-label={t('options.strategy')} className="flex flex-col gap-3 text-xs">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">{t('options.strategy')}</h2>
        {draft.legs.length > 0 && (
          <>
            <Button size="sm" onClick={() => onChange(reversed(draft))}>
              {t('options.reverseAll')}
            </Button>
            <Button size="sm" onClick={() => onChange({ ...draft, legs: [] })}>
              {t('options.clear')}
            </Button>
          </>
        )}
      </div>
      <Templates onChoose={choose} />
      {isMissing && <p className="text-bad">{t('options.noTemplate')}</p>}
      <LegList
        draft={draft}
        markets={markets}
        filled={filled}
        wrong={wrong?.symbol}
        onChange={onChange}
      />
      {draft.legs.length > 0 && (
        <>
          <NumberInput
            label={t('options.strategyQuantity')}
            value={draft.qty}
            onChange={(qty) => onChange({ ...draft, qty })}
            rules={{ scale: 8, min: '0', step: '0.01' }}
            unit={name.baseCoin}
            error={
              wrong === undefined || wrong.problem.name.endsWith('Required')
                ? undefined
                : `${wrong.symbol}: ${t(problemMessage(wrong.problem))}`
            }
          />
          <Segments
            label={t('options.pricing')}
            wide
            value={draft.pricing}
            onChange={(pricing) => onChange({ ...draft, pricing })}
            items={pricings.map((value) => ({
              value,
              label: t({ key: `options.pricings.${value}` }),
            }))}
          />
          <p className="text-2xs text-soft">
            {t(draft.pricing === 'Mid' ? 'options.restNote' : 'options.wholeNote')}
          </p>
          <Payoff
            draft={draft}
            markets={markets}
            filled={filled}
            index={index}
            coin={name.settleCoin}
          />
          {answer !== undefined && (
            <StrategyFigures answer={answer} baseCoin={name.baseCoin} parts={parts} />
          )}
          {isTrader ? (
            <Button
              size="lg"
              wide
              variant="primary"
              pending={isSent}
              disabled={intents === undefined}
              onClick={() => void send()}
            >
              {t('options.send', { count: draft.legs.length })}
            </Button>
          ) : (
            <Button size="lg" wide variant="primary" onClick={() => void startDemo()}>
              {t('ticket.getDemo')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** Strategy templates by name; choosing one again takes the current strikes. */
function Templates({ onChoose }: { onChoose: (name: StrategyName) => void }) {
  const t = useT()
  const [chosen, setChosen] = useState<StrategyName | 'own'>('own')
  return (
    <Select
      label={t('options.template')}
      value={chosen}
      onChange={(value) => {
        setChosen(value)
        if (value !== 'own') onChoose(value)
      }}
      items={[
        { value: 'own', label: t('options.ownLegs') },
        ...strategyNames.map((value) => ({
          value,
          label: t({ key: `options.strategies.${value}` }),
        })),
      ]}
    />
  )
}
