// What the pages of online play share: one connection, kept while any of them is open, and the seats held here.

import { OnlineClient, ownServer, Refused, type Link } from '../online/client';
import type { Clock } from '../online/protocol';
import { Seats } from '../online/seats';
import { t, time, type Key } from './words.svelte';

const closeAfter = 2000; // milliseconds: from one page of online play to the next it stays open

export const connection = $state<{ link: Link; lost: boolean }>({
  link: 'connecting',
  lost: false,
});

let client: OnlineClient | null = null;
let users = 0;
let closing: ReturnType<typeof setTimeout> | undefined;

function wake(): void {
  if (document.visibilityState === 'visible') client?.wake();
}

// For a page that begins; it calls `release` at its end.
export function useOnline(): { client: OnlineClient; release: () => void } {
  clearTimeout(closing);
  users += 1;
  if (!client || client.link === 'absent' || client.link === 'version') {
    client?.close();
    client = new OnlineClient(ownServer());
    client.onlink = (link) => {
      connection.link = link;
      if (link === 'waiting') connection.lost = true;
      if (link === 'open') connection.lost = false;
    };
    Object.assign(connection, { link: client.link, lost: false });
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
  }
  return {
    client,
    release() {
      users -= 1;
      if (users === 0) closing = setTimeout(end, closeAfter);
    },
  };
}

function end(): void {
  client?.close();
  client = null;
  document.removeEventListener('visibilitychange', wake);
  window.removeEventListener('online', wake);
}

function ownStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

export const seats = new Seats(typeof window === 'undefined' ? undefined : ownStorage());

export function sayRefusal(why: unknown): string {
  const refused = why instanceof Refused ? why : new Refused('illegal', String(why), 0);
  const text = t(`refused_${refused.code}` as Key);
  return refused.retry > 0 ? `${text} ${t('againIn', { time: time(refused.retry * 1000) })}` : text;
}

export function clockName(clock: Clock): string {
  if (clock.kind === 'none') return t('noClock');
  if (clock.kind === 'days') return t('daysEach', { n: clock.days });
  const n = Math.round(clock.initial / 6000) / 10;
  return clock.increment
    ? t('minutesPlus', { n, s: clock.increment / 1000 })
    : t('minutesEach', { n });
}
