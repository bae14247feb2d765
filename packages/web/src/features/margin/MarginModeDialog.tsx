// The position margin mode: the account's whole balance behind a contract, or a margin of its own
// (spec 2). What it would come to is asked of the exchange before it is done.

import { useState } from 'react'
import { setMarginMode } from '../../exchange/margin/modes.ts'
import { useStanding } from '../../exchange/positions.ts'
import { useSession } from '../../exchange/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { useModeProblem } from './use-mode-problem.ts'
import { TraderFooter } from './TraderFooter.tsx'

type Props = { request: Extract<DialogRequest, { kind: 'marginMode' }>; onClose: () => void }
const modes = ['Cross', 'Isolated'] as const
type MarginMode = (typeof modes)[number]

export function MarginModeDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol } = request
  const now: MarginMode = useStanding(symbol).isIsolated ? 'Isolated' : 'Cross'
  const isTrader = useSession((session) => session.status === 'trader')
  const [mode, setMode] = useState<MarginMode>(now)
  const [isSending, setIsSending] = useState(false)
  const isChange = mode !== now
  const problem = useModeProblem(isTrader && isChange, {
    symbol,
    isIsolated: mode === 'Isolated',
  })
  const words = {
    Cross: { title: t('margin.cross'), body: t('margin.crossBody') },
    Isolated: { title: t('margin.isolated'), body: t('margin.isolatedBody') },
  }
  const send = async (): Promise<void> => {
    setIsSending(true)
    const outcome = await setMarginMode(symbol, mode === 'Isolated')
    setIsSending(false)
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      width="md"
      title={t('margin.modeTitle', { symbol })}
      footer={
        <TraderFooter
          pending={isSending}
          disabled={!isChange || problem !== undefined}
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <ChoiceCards
          label={t('margin.mode')}
          value={mode}
          onChange={setMode}
          choices={modes.map((value) => ({ value, ...words[value] }))}
        />
        <p className="text-xs text-muted">{t('margin.modeNote')}</p>
        {problem !== undefined && (
          <p role="alert" className="rounded bg-down-depth px-2 py-1.5 text-xs text-ink">
            {t(problem)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
