// The followers of the trader as a leader: their funds, their profit share, and how to end a copy.

import { useState } from 'react'
import type { CallAnswer } from '@basis/protocol/calls'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'

type Detail = CallAnswer<'leaderApplyDetail'>
type Follower = Detail['followers'][number]
type Props = { detail: Detail; onDone: () => void }

export function Followers({ detail, onDone }: Props) {
  const t = useT()
  const format = useFormat()
  const [asked, setAsked] = useState<string>()
  const { followers, earned } = detail
  const block = async (id: string, isBlocked: boolean): Promise<void> => {
    const done = isBlocked
      ? message('copy.blockedNow', { id })
      : message('copy.unblockedNow', { id })
    if (await submitChange('blockFollower', { followerId: id, isBlocked }, done)) onDone()
  }
  return (
    <section aria-label={t('copy.followers')} className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-sm font-semibold">
        {t('copy.followers')}
        <span className="text-xs font-normal text-soft">
          {t('copy.earned', { amount: format.money(earned, 'USDT') })}
        </span>
      </h3>
      <Table label={t('copy.followers')} className="h-auto! shrink-0" cards>
        <TableHead>
          <HeadCell>{t('copy.follower')}</HeadCell>
          <HeadCell align="end">{t('copy.equity')}</HeadCell>
          <HeadCell align="end">{t('copy.setAside')}</HeadCell>
          <HeadCell align="end">{t('copy.paidShare')}</HeadCell>
          <HeadCell align="end">{t('copy.startedAt')}</HeadCell>
          <HeadCell align="end">{t('copy.block')}</HeadCell>
        </TableHead>
        <TableBody>
          {followers.length === 0 && <EmptyRow columns={6}>{t('copy.noFollowers')}</EmptyRow>}
          {followers.map((follower) => (
            <Row
              key={follower.followerId}
              follower={follower}
              onBlock={() => setAsked(follower.followerId)}
              onUnblock={() => void block(follower.followerId, false)}
            />
          ))}
        </TableBody>
      </Table>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('copy.blockTitle', { id: asked ?? '' })}
        body={t('copy.blockBody')}
        confirmLabel={t('copy.block')}
        cancelLabel={t('shell.cancel')}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          if (asked !== undefined) void block(asked, true)
        }}
      />
    </section>
  )
}

type RowProps = { follower: Follower; onBlock: () => void; onUnblock: () => void }

function Row({ follower, onBlock, onUnblock }: RowProps) {
  const t = useT()
  const format = useFormat()
  const { followerId: id, isBlocked } = follower
  const money = (text: string): string => format.money(text, 'USDT')
  const figure = (label: string, value: string) => (
    <Cell align="end" label={label}>
      {value}
    </Cell>
  )
  return (
    <TableRow>
      <Cell second={t({ key: `copy.status_${follower.status}` })}>{id}</Cell>
      {figure(t('copy.equity'), money(follower.equity))}
      {figure(t('copy.setAside'), money(follower.setAside))}
      {figure(t('copy.paidShare'), money(follower.paidShare))}
      {figure(t('copy.startedAt'), format.dateTime(follower.startedAtE3))}
      <Cell align="end">
        <Button
          size="sm"
          aria-label={t(isBlocked ? 'copy.unblockOf' : 'copy.blockOf', { id })}
          onClick={isBlocked ? onUnblock : onBlock}
        >
          {t(isBlocked ? 'copy.unblock' : 'copy.block')}
        </Button>
      </Cell>
    </TableRow>
  )
}
