using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>A balance, which many transactions may change beside each other, and a note, which belongs to one at a time.</summary>
[GenerateSerializer]
public sealed class AccountState : ICompensable<AccountState>
{
    [Id(0)]
    public long Balance { get; private set; }

    [Id(1)]
    public string Note { get; private set; } = "";

    public long Add(long amount) => Balance += amount;

    public string Replace(string note)
    {
        var before = Note;
        Note = note;
        return before;
    }

    public bool CanUndo(AccountState before, AccountState after) => before.Note == after.Note || Note == after.Note;

    public void Undo(AccountState before, AccountState after)
    {
        Balance -= after.Balance - before.Balance;
        Note = before.Note == after.Note ? Note : before.Note;
    }
}
