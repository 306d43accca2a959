import { Frame } from '../frame.ts';
import { isTokenContent, type TokenContent, type TokenRequest } from '../messages/token.ts';
import type { ToPage } from '../messages.ts';
import { Page } from '../page.ts';
import { TokenPage } from './tokenPage.ts';

/** The page of a token. */
const place = document.querySelector('#page') ?? document.body;
const page: Page<TokenContent, TokenRequest> = new Page<TokenContent, TokenRequest>({
  isContent: isTokenContent,
  receive,
});
const frame = new Frame(place, (message) => page.send(message));
const token = new TokenPage(page);

function receive(message: ToPage<TokenContent>): void {
  switch (message.type) {
    case 'content':
      if (!frame.content.contains(token.element)) frame.content.append(token.element);
      token.show(message.content);
      return;
    case 'status':
      frame.status(message);
      return;
    case 'notice':
      frame.notice(message.words);
      return;
    case 'state':
      return;
  }
}

page.ready();
