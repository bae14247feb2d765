// Sub-accounts of a main account: opening them, and switching to them and back.

import type { CallAnswer } from '@basis/protocol/calls'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { goOverTo } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { usePending } from '../../platform/use-pending.ts'
import { Button } from '../../ui/Button.tsx'

type Props = { wallets: CallAnswer<'wallets'>; onDone: () => void }

export function SubAccounts({ wallets, onDone }: Props) {
  const t = useT()
  const [isOpening, during] = usePending()
  const subs = wallets.list.filter(({ isMain }) => !isMain)
  const open = async (): Promise<void> => {
    const opened = submitChange('openSubAccount', {}, message('wallets.opened'))
    // Also without an answer: the list then shows whether it was opened.
    if (await during(opened)) onDone()
  }
  if (wallets.main !== '') {
    return (
      <section className="flex flex-col items-start gap-2 rounded bg-panel p-4 text-xs">
        <h2 className="text-sm font-semibold">{t('wallets.isSub')}</h2>
        <p className="text-soft">{t('wallets.isSubHelp')}</p>
        <Button size="sm" onClick={() => void goOverTo(wallets.main)}>
          {t('wallets.backToMain', { uid: wallets.main })}
        </Button>
      </section>
    )
  }
  return (
    <section className="flex flex-col items-start gap-2 rounded bg-panel p-4 text-xs">
      <h2 className="text-sm font-semibold">{t('wallets.subAccounts')}</h2>
      <p className="text-soft">{t('wallets.subHelp', { count: wallets.subAccountsLeft })}</p>
      <ul className="flex flex-col gap-2 empty:hidden">
        {subs.map(({ uid }) => (
          <li key={uid} className="flex items-center gap-3">
            <span>{uid}</span>
            <Button size="sm" onClick={() => void goOverTo(uid)}>
              {t('wallets.goOver')}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        pending={isOpening}
        disabled={wallets.subAccountsLeft === 0}
        onClick={() => void open()}
      >
        {t('wallets.open')}
      </Button>
    </section>
  )
}
