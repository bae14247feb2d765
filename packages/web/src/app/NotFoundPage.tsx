// The page of an address that does not exist.

import { useT } from '../i18n/i18n.ts'
import { goTo } from '../shell/location.ts'
import { DEFAULT_PAGE } from '../shell/routes.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Skeleton.tsx'
import { GlobalNav } from './GlobalNav.tsx'

export function NotFoundPage() {
  const t = useT()
  return (
    <div className="flex min-h-dvh flex-col">
      <GlobalNav />
      <main className="grid flex-1 place-items-center">
        <EmptyState
          title={<h1 className="text-lg font-semibold text-ink">{t('shell.notFound')}</h1>}
          body={t('shell.notFoundBody')}
          action={
            <Button variant="primary" onClick={() => goTo(DEFAULT_PAGE)}>
              {t('shell.toTrading')}
            </Button>
          }
        />
      </main>
    </div>
  )
}
