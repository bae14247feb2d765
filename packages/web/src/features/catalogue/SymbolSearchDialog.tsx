// The symbol picker as a dialog, for the keyboard and for narrow windows.

import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SymbolSearch } from './SymbolSearch.tsx'

export function SymbolSearchDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onClose={onClose} title={t('book.chooseSymbol')} width="lg">
      <div className="h-[min(28rem,70vh)]">
        <SymbolSearch onDone={onClose} />
      </div>
    </Dialog>
  )
}
