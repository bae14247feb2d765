// The page for visitors who have left the terminal: no trading, and a link back.

import { signOut, useSession } from '../client/session.ts'
import { useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Skeleton.tsx'

export function LeftPage() {
  const t = useT()
  const isTrader = useSession(({ user }) => user !== undefined)
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title={<h1 className="text-lg font-semibold text-ink">{t('visitor.leftTitle')}</h1>}
        body={t('visitor.leftBody')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {/* A full page load, so that nothing of the terminal keeps running. */}
            <Button variant="primary" onClick={() => globalThis.location.assign('/')}>
              {t('visitor.back')}
            </Button>
            {isTrader && <Button onClick={() => void signOut()}>{t('account.signOut')}</Button>}
          </span>
        }
      />
    </main>
  )
}
