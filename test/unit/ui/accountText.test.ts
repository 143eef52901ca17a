import assert from 'node:assert/strict';
import { toSafeText } from '../../../src/base/text';
import { toSignedOutText } from '../../../src/ui/texts/accountText';

describe('The texts about a sign-out', () => {
  it('name what it has removed', () => {
    const email = toSafeText('ada@example.com', 20);
    const done = 'Signed out ada@example.com. Its token and saved pages are removed.';
    assert.equal(toSignedOutText(email, 'finished'), done);
    assert.match(toSignedOutText(email, 'unfinished'), /token or some .* couldn't be removed/);
    assert.match(
      toSignedOutText(email, 'unrecorded'),
      /still has its token\. .* sign out again\.$/,
    );
  });
});
