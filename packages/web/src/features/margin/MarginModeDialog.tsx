// The position margin mode: the account's whole balance behind a contract, or a margin of its own
// (spec 2). What it would come to is asked of the exchange before it is done.

import { useState } from 'react'
import { useListing } from '../../stores/catalogue.ts'
import { applyLeverageChanges } from '../../actions/modes.ts'
import { useTradingMode } from '../../stores/positions.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CapNote } from './CapNote.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { HeldFigures } from './HeldFigures.tsx'
import { changesOf, isModeChanged, withMode } from './leverage-draft.ts'
import { TraderFooter } from './TraderFooter.tsx'
import { useDraftPreview } from './use-draft-preview.ts'

type Props = { request: Extract<DialogRequest, { kind: 'marginMode' }>; onClose: () => void }
const modes = ['Cross', 'Isolated'] as const
type MarginMode = (typeof modes)[number]

export function MarginModeDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol } = request
  const standing = useTradingMode(symbol)
  const [mode, setMode] = useState<MarginMode>(standing.isIsolated ? 'Isolated' : 'Cross')
  const [isSending, setIsSending] = useState(false)
  const draft = withMode(mode === 'Isolated' ? 'Isolate' : 'Cross', standing)
  const isChange = isModeChanged(draft, standing)
  const listing = useListing(symbol)
  const changes = listing && changesOf(draft, standing, listing.instrument)
  const preview = useDraftPreview(symbol, isChange ? changes : undefined)
  const words = {
    Cross: { title: t('margin.cross'), body: t('margin.crossBody') },
    Isolated: { title: t('margin.isolated'), body: t('margin.isolatedBody') },
  }
  const send = async (): Promise<void> => {
    if (changes === undefined) return
    setIsSending(true)
    const outcome = await applyLeverageChanges(symbol, changes)
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
          disabled={!isChange || preview?.problem !== undefined}
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
        <CapNote draft={draft} standing={standing} />
        {listing !== undefined && <HeldFigures instrument={listing.instrument} preview={preview} />}
      </div>
    </Dialog>
  )
}
