// The state of a page or panel that needs a signed-in trader.

import type { ReactNode } from 'react'
import { startDemo } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'

/** The title of what a trader would see, and a button that opens a demo account. */
export function SignedOut({ title, icon }: { title?: string; icon?: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      icon={icon}
      title={title ?? t('account.signedOut')}
      action={
        <Button size="sm" variant="primary" onClick={() => void startDemo()}>
          {t('ticket.getDemo')}
        </Button>
      }
    />
  )
}
