// UI components in their states, for development; not part of the built page.

import { useState } from 'react'
import type { ReactNode } from 'react'
import { Bell, Inbox, Search, Star } from 'lucide-react'
import { message } from '../i18n/message-keys.ts'
import { askForConfirmation } from '../shell/dialogs.ts'
import { notify } from '../shell/notices.ts'
import { Badge, Delta, Flash } from '../ui/Badge.tsx'
import { Button, CopyButton, IconButton } from '../ui/Button.tsx'
import { Dialog, Sheet } from '../ui/Dialog.tsx'
import { Menu } from '../ui/Menu.tsx'
import { NumberInput } from '../ui/NumberInput.tsx'
import { Select } from '../ui/Select.tsx'
import { EmptyState, Skeleton, Spinner } from '../ui/Skeleton.tsx'
import { Slider } from '../ui/Slider.tsx'
import { Checkbox, Switch } from '../ui/Switch.tsx'
import {
  Cell,
  EmptyRow,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../ui/table/Table.tsx'
import { HintPopover } from '../ui/popups/HintPopover.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Segments, Tabs } from '../ui/Tabs.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Explained } from '../ui/Tooltip.tsx'
import { GlobalNav } from './GlobalNav.tsx'

export function Gallery() {
  return (
    <>
      <GlobalNav />
      <main className="grid gap-1 p-1 md:grid-cols-2 lg:grid-cols-3">
        <h1 className="sr-only">Components</h1>
        <Buttons />
        <Fields />
        <Choices />
        <Popups />
        <Words />
        <Tables />
      </main>
    </>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded bg-panel p-3">
      <h2 className="text-md font-semibold">{name}</h2>
      {children}
    </section>
  )
}

const variants = ['primary', 'buy', 'sell', 'neutral', 'ghost', 'danger'] as const

function Buttons() {
  return (
    <Part name="Buttons">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <div key={size} className="flex flex-wrap items-center gap-2">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button pending variant="primary">
          Sending
        </Button>
        <Button disabled variant="buy">
          Min 0.001 BTC
        </Button>
        <IconButton label="Star" pressed>
          <Star />
        </IconButton>
        <IconButton label="Notices" size="md" variant="neutral" shortcut="N">
          <Bell />
        </IconButton>
        <CopyButton text="64210.5" />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="buy" size="lg" wide>
          Buy / Long
        </Button>
        <Button variant="sell" size="lg" wide>
          Sell / Short
        </Button>
      </div>
    </Part>
  )
}

function Fields() {
  const [price, setPrice] = useState('64210.5')
  const [quantity, setQuantity] = useState('')
  const [text, setText] = useState('')
  const [percent, setPercent] = useState(25)
  const rules = { scale: 1, min: '0.5', max: '1999999.5', tick: '0.5' }
  return (
    <Part name="Fields">
      <NumberInput
        label="Price"
        value={price}
        onChange={setPrice}
        rules={rules}
        unit="USDT"
        actions={
          <>
            <Button size="sm" variant="ghost">
              Last
            </Button>
            <Button size="sm" variant="ghost">
              BBO
            </Button>
          </>
        }
      />
      <NumberInput
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        rules={{ scale: 3, min: '0', max: '100' }}
        placeholder="0.001"
        unit="BTC"
        steppers
        hint="At most 100 BTC"
      />
      <NumberInput
        label="Stop-loss"
        value="1"
        onChange={() => undefined}
        rules={rules}
        error="The stop-loss must not be above 64,210.5"
      />
      <NumberInput label="Off" value="" onChange={() => undefined} rules={rules} disabled />
      <Slider label="Percent" value={percent} onChange={setPercent} markLabels />
      <Slider label="Buy" value={50} onChange={() => undefined} tone="up" disabled />
      <TextField label="Name" value={text} onChange={setText} placeholder="satoshi" />
      <TextField
        label="Search"
        labelHidden
        icon={<Search />}
        value={text}
        onChange={setText}
        placeholder="Search"
        size="sm"
      />
    </Part>
  )
}

function Choices() {
  const [tab, setTab] = useState<'limit' | 'market' | 'off'>('limit')
  const [tif, setTif] = useState('GTC')
  const [on, setOn] = useState(true)
  return (
    <Part name="Choices">
      <Tabs
        label="Order type"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'limit', label: 'Limit', count: 2 },
          { value: 'market', label: 'Market' },
          { value: 'off', label: 'Conditional', disabled: true },
        ]}
        actions={<Button size="sm">Close all</Button>}
      >
        <p className="p-3 text-xs text-soft">{tab}</p>
      </Tabs>
      <Segments
        label="Side"
        value={tab}
        onChange={setTab}
        wide
        size="md"
        items={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
        ]}
      />
      <div className="flex items-center gap-4">
        <Select
          label="Time in force"
          value={tif}
          onChange={setTif}
          items={[
            { value: 'GTC', label: 'GTC', hint: 'Stays until it is filled or cancelled' },
            { value: 'IOC', label: 'IOC', hint: 'Fills at once what it can' },
            { value: 'FOK', label: 'FOK', disabled: true },
          ]}
        />
        <Select
          variant="plain"
          size="sm"
          label="Grouping"
          value={tif}
          onChange={setTif}
          items={[
            { value: 'GTC', label: '0.1' },
            { value: 'IOC', label: '1' },
          ]}
        />
        <Switch checked={on} onChange={setOn} label="All symbols" />
        <Checkbox checked={on} onChange={setOn} label="Reduce-only" />
        <Checkbox checked={false} onChange={setOn} label="Off" disabled />
      </div>
    </Part>
  )
}

function Popups() {
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [hint, setHint] = useState(false)
  const [count, setCount] = useState(0)
  const showNotice = (tone: 'success' | 'info' | 'warning' | 'failure'): void => {
    setCount(count + 1)
    notify({
      kind: `${tone} ${count}`,
      tone,
      title: message('notices.verbatim', { text: 'Order placed' }),
      body: message('notices.verbatim', { text: 'Buy 0.010 BTCUSDT at 64,210.5' }),
    })
  }
  return (
    <Part name="Popups">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialog(true)}>Dialog</Button>
        <Button onClick={() => setSheet(true)}>Sheet</Button>
        <Button
          onClick={() =>
            void askForConfirmation({
              title: message('shell.resetLayout'),
              body: message('shell.panelBrokenBody'),
              confirm: message('shell.confirm'),
              dangerous: true,
            })
          }
        >
          Confirm
        </Button>
        <Popover trigger={<Button>Popover</Button>} title="Popover">
          <p className="w-48 text-xs text-soft">A small panel beside its button.</p>
        </Popover>
        <Menu
          trigger={<Button>Menu</Button>}
          header="satoshi"
          entries={[
            {
              kind: 'act',
              id: 'a',
              label: 'Deposit',
              icon: <Inbox />,
              onSelect: () => showNotice('info'),
            },
            { kind: 'act', id: 'b', label: 'Sign out', dangerous: true, onSelect: () => undefined },
            { kind: 'line', id: 'c' },
            { kind: 'switch', id: 'd', label: 'Sounds', checked: true, onChange: () => undefined },
          ]}
        />
        <HintPopover
          open={hint}
          onClose={() => setHint(false)}
          title="Partial positions"
          body="Set take-profit and stop-loss for a part of the position."
          confirmLabel="Got it"
        >
          <Button onClick={() => setHint(true)}>Hint</Button>
        </HintPopover>
        <Button onClick={() => showNotice('success')}>Success</Button>
        <Button onClick={() => showNotice('warning')}>Warning</Button>
        <Button onClick={() => showNotice('failure')}>Failure</Button>
      </div>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Adjust leverage"
        footer={
          <>
            <Button onClick={() => setDialog(false)}>Cancel</Button>
            <Button variant="primary">Confirm</Button>
          </>
        }
      >
        <Slider label="Leverage" value={25} onChange={() => undefined} markLabels />
      </Dialog>
      <Sheet open={sheet} onClose={() => setSheet(false)} title="Order">
        <p className="p-4 text-sm">Content</p>
      </Sheet>
    </Part>
  )
}

function Words() {
  const [price, setPrice] = useState(64210)
  return (
    <Part name="Words">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="up">Long</Badge>
        <Badge tone="down">Short</Badge>
        <Badge tone="accent">NEW</Badge>
        <Badge>Perp</Badge>
        <Delta direction="up">+1.23%</Delta>
        <Delta direction="down">-4.56%</Delta>
        <Explained content="The fair price, from which liquidation is decided.">Mark</Explained>
        <Flash stamp={price} direction="up" className="px-1 text-xl font-semibold text-up">
          {price}
        </Flash>
        <Button size="sm" onClick={() => setPrice(price + 1)}>
          Tick
        </Button>
      </div>
      <p className="text-xl">20 The quick 0123456789</p>
      <p className="text-lg">16 The quick 0123456789</p>
      <p className="text-md">14 The quick 0123456789</p>
      <p className="text-sm text-soft">13 The quick 0123456789</p>
      <p className="text-xs text-muted">12 Быстрая лиса, Đường, ğüşiöç 0123456789</p>
      <p className="text-2xs text-muted">11 The quick 0123456789</p>
      <Spinner label="Loading…" />
      <Skeleton className="h-4 w-1/2" />
      <EmptyState
        icon={<Inbox />}
        title="No open orders"
        body="Orders that wait for their price appear here."
        action={<Button size="sm">Place one</Button>}
      />
    </Part>
  )
}

function Tables() {
  return (
    <Part name="Tables">
      <Table label="Positions" minWidthPx={520} className="max-h-60">
        <TableHead>
          <HeadCell sticky sorting="descending" onSort={() => undefined}>
            Contract
          </HeadCell>
          <HeadCell align="end" sorting="none" onSort={() => undefined}>
            Size
          </HeadCell>
          <HeadCell align="end">Entry</HeadCell>
          <HeadCell align="end">PnL</HeadCell>
        </TableHead>
        <TableBody>
          {['BTCUSDT', 'ETHUSDT'].map((symbol, index) => (
            <TableRow key={symbol} pending={index === 1} onActivate={() => undefined}>
              <Cell sticky className="font-medium">
                {symbol} <Badge tone="up">Long</Badge>
              </Cell>
              <Cell align="end">0.500</Cell>
              <Cell align="end">64,210.5</Cell>
              <Cell align="end">
                <Delta direction="up">+123.40</Delta>
              </Cell>
            </TableRow>
          ))}
          <SkeletonRows columns={4} rows={2} />
        </TableBody>
      </Table>
      <Table label="Orders">
        <TableHead>
          <HeadCell>Time</HeadCell>
          <HeadCell align="end">Price</HeadCell>
        </TableHead>
        <TableBody>
          <EmptyRow columns={2}>
            <EmptyState title="No open orders" />
          </EmptyRow>
        </TableBody>
      </Table>
    </Part>
  )
}
