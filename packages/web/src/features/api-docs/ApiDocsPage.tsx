// The page of the open API: every call and topic with its support status, and a console that signs
// and sends a request with the reader's own key.

import { useRef, useState } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { openDocument } from '../../client/open-api.ts'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { callsIn, topicsIn, type ApiCall, type ApiTopic } from './api-documents.ts'
import { Console } from './Console.tsx'

let queries: QueryClient | undefined
const documentQueries = (): QueryClient => (queries ??= new QueryClient())

const documents = [
  ['v5-openapi', 'openApi'],
  ['v5-asyncapi', 'asyncApi'],
  ['openapi', 'ownOpenApi'],
  ['asyncapi', 'ownAsyncApi'],
] as const

export function ApiDocsPage() {
  const t = useT()
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-1 p-1">
        <header className="flex flex-col gap-2 rounded bg-panel px-4 py-3">
          <h1 className="text-lg font-semibold">{t('apiDocs.title')}</h1>
          <p className="max-w-3xl text-sm text-soft">{t('apiDocs.intro')}</p>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {documents.map(([name, key]) => (
              <a key={name} className="text-accent hover:underline" href={`/api/${name}.json`}>
                {t(`apiDocs.${key}`)}
              </a>
            ))}
          </p>
        </header>
        <QueryClientProvider client={documentQueries()}>
          <Reference />
        </QueryClientProvider>
      </div>
    </main>
  )
}

function Reference() {
  const t = useT()
  const calls = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => callsIn(await openDocument('v5-openapi')),
    staleTime: Infinity,
  })
  const topics = useQuery({
    queryKey: ['asyncapi'],
    queryFn: async () => topicsIn(await openDocument('v5-asyncapi')),
    staleTime: Infinity,
  })
  const failed = [calls, topics].filter(({ isError }) => isError)
  if (failed.length > 0) {
    const again = (): void => failed.forEach(({ refetch }) => void refetch())
    return (
      <div className="rounded bg-panel p-4">
        <EmptyState
          title={t('apiDocs.notLoaded')}
          action={
            <Button size="sm" onClick={again}>
              {t('apiDocs.again')}
            </Button>
          }
        />
      </div>
    )
  }
  if (calls.data === undefined || topics.data === undefined) return <Skeleton className="h-64" />
  return (
    <>
      <Calls calls={calls.data} />
      <Topics topics={topics.data} />
    </>
  )
}

function Calls({ calls }: { calls: readonly ApiCall[] }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [chosenId, choose] = useState('tickers')
  const wanted = search.trim().toLowerCase()
  const found = calls.filter(({ path, id }) => `${path} ${id}`.toLowerCase().includes(wanted))
  const chosen = calls.find(({ id }) => id === chosenId) ?? calls[0]
  const panel = useRef<HTMLDivElement>(null)
  const show = (id: string): void => {
    choose(id)
    // On a phone the console is above the list.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="grid items-start gap-1 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <section className="flex min-w-0 flex-col gap-2 rounded bg-panel px-4 py-3 max-lg:order-last">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold">{t('apiDocs.calls')}</h2>
          <TextField
            label={t('apiDocs.search')}
            labelHidden
            placeholder={t('apiDocs.search')}
            type="search"
            size="sm"
            value={search}
            onChange={setSearch}
          />
        </div>
        {found.length === 0 ? (
          <EmptyState title={t('apiDocs.none')} />
        ) : (
          <Table label={t('apiDocs.calls')} className="h-auto! shrink-0">
            <TableHead>
              <HeadCell>{t('apiDocs.call')}</HeadCell>
              <HeadCell>{t('apiDocs.here')}</HeadCell>
              <HeadCell>{t('apiDocs.needs')}</HeadCell>
              <HeadCell align="end">{t('apiDocs.perSecond')}</HeadCell>
            </TableHead>
            <TableBody>
              {found.map((call) => (
                <CallRow
                  key={call.id}
                  call={call}
                  isChosen={call === chosen}
                  onChoose={() => show(call.id)}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </section>
      {chosen !== undefined && (
        <div ref={panel} className="min-w-0 lg:sticky lg:top-1">
          <Console key={chosen.id} call={chosen} />
        </div>
      )}
    </div>
  )
}

function CallRow(props: { call: ApiCall; isChosen: boolean; onChoose: () => void }) {
  const t = useT()
  const { call, isChosen, onChoose } = props
  const { method, path, isSigned, permission, perSecond } = call
  return (
    <TableRow selected={isChosen}>
      <Cell>
        <button
          type="button"
          aria-pressed={isChosen}
          className="flex touch-target items-center gap-2 text-left hover:text-accent"
          onClick={onChoose}
        >
          <Method method={method} />
          <span className="flex flex-col">
            <code className="text-xs break-all">{path}</code>
            {call.stands !== 'works' && (
              <span className="md:hidden">
                <Standing stands={call.stands} />
              </span>
            )}
          </span>
        </button>
      </Cell>
      <Cell>
        <Standing stands={call.stands} />
      </Cell>
      <Cell>
        <span className="text-xs text-soft">
          {isSigned ? permission || t('apiDocs.anyKey') : t('apiDocs.noKey')}
        </span>
      </Cell>
      <Cell align="end">{perSecond === 0 ? '' : perSecond}</Cell>
    </TableRow>
  )
}

function Method({ method }: { method: ApiCall['method'] }) {
  return <Badge tone={method === 'GET' ? 'neutral' : 'accent'}>{method}</Badge>
}

function Standing({ stands }: { stands: ApiCall['stands'] }) {
  const t = useT()
  const styles = { works: 'text-up', empty: 'text-soft', refused: 'text-warn' } as const
  return (
    <span className={classNames('text-xs', styles[stands])}>{t(`apiDocs.stands.${stands}`)}</span>
  )
}

const publicRoot = '/v5/public/'

/** Lists the paths, with the common root only once: `/v5/public/spot, linear`. */
const socketsText = (sockets: readonly string[]): string =>
  sockets.map((path, k) => (k === 0 ? path : path.replace(publicRoot, ''))).join(', ')

function Topics({ topics }: { topics: readonly ApiTopic[] }) {
  const t = useT()
  return (
    <section className="flex flex-col gap-2 rounded bg-panel px-4 py-3">
      <h2 className="text-lg font-semibold">{t('apiDocs.topics')}</h2>
      <p className="text-xs text-soft">{t('apiDocs.topicsHelp')}</p>
      <Table label={t('apiDocs.topics')} className="h-auto! shrink-0">
        <TableHead>
          <HeadCell>{t('apiDocs.topic')}</HeadCell>
          <HeadCell>{t('apiDocs.sockets')}</HeadCell>
          <HeadCell>{t('apiDocs.values')}</HeadCell>
        </TableHead>
        <TableBody>
          {topics.map(({ id, name, sockets, values }) => (
            <TableRow key={id}>
              <Cell>
                <code className="text-xs break-all">{name}</code>
              </Cell>
              <Cell>
                <code className="text-xs break-all text-soft">{socketsText(sockets)}</code>
              </Cell>
              <Cell>
                <span className="text-xs text-soft">{values.join(', ')}</span>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
