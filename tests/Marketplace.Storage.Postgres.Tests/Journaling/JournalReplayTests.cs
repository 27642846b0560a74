using System.Text;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

/// <summary>What the entries of a journal do in the end, and which of them count.</summary>
public sealed class JournalReplayTests
{
    [Fact]
    public void Entries_do_in_the_end_what_they_did_one_after_the_other()
    {
        var replay = new JournalReplay("cart", applied: 4);
        replay.Add(Entry(5, previous: 4, State(StateRowKind.Made, 5, "a", Item(1))));
        replay.Add(Entry(6, previous: 5, State(StateRowKind.Changed, 5, "b", Item(2))));
        Assert.Equal("Made 5 a 1", Text(replay.Take()));
        Assert.Equal(5, replay.Applied);

        replay.Add(Entry(7, previous: 6, State(StateRowKind.Changed, 6, "c")));
        replay.End();

        Assert.Equal("Changed 5 c 2", Text(replay.Take()));
        Assert.Equal((7, 7, 3), (replay.Applied, replay.Position, replay.Count));
        Assert.Null(replay.Take());
    }

    /// <summary>Its commit was not answered for too long; who wanted it was told so, and what came later found the tables without it.</summary>
    [Fact]
    public void What_a_silo_gave_up_and_went_on_without_is_left_out()
    {
        var replay = new JournalReplay("cart", applied: 0);
        replay.Add(Entry(1, previous: 0, State(StateRowKind.Made, 1, "a")));
        replay.Add(Entry(2, previous: 1, State(StateRowKind.Changed, 1, "given up", Item(7))));
        replay.Add(Entry(3, previous: 1, State(StateRowKind.Changed, 1, "c", Item(8))));
        replay.End();

        Assert.Equal("Made 2 c 8", Text(replay.Take()));
        Assert.Equal(3, replay.Applied);
    }

    /// <summary>Nobody knows whether it was answered, and nothing came later.</summary>
    [Fact]
    public void The_last_entry_counts()
    {
        var replay = new JournalReplay("cart", applied: 1);
        replay.Add(Entry(2, previous: 1, State(StateRowKind.Changed, 1, "b")));
        Assert.Null(replay.Take());

        replay.End();

        Assert.Equal("Changed 1 b ", Text(replay.Take()));
    }

    [Fact]
    public void A_missing_entry_is_noticed()
    {
        var replay = new JournalReplay("cart", applied: 1);
        var refusal = Assert.Throws<LayoutException>(() => replay.Add(Entry(3, previous: 2, State(StateRowKind.Changed, 2, "c"))));
        Assert.Contains("the one at 2 is missing", refusal.Message, StringComparison.Ordinal);
    }

    private static JournalEntry Entry(long position, long previous, StateRow state)
    {
        var cart = new ServiceBatch("cart");
        cart.Write(state);
        var writer = new JournalWriter();
        JournalFormat.Write(writer, [cart]);
        return new JournalEntry(position, previous, JournalFormat.Version, writer.Written);
    }

    private static StateRow State(StateRowKind kind, long version, string document, params (string, long, byte[])[] items) =>
        new(1, kind, version, Encoding.UTF8.GetBytes(document), items, [], State: null);

    private static (string Part, long Id, byte[] Document) Item(long id) => ("open", id, "{}"u8.ToArray());

    private static string Text(List<ServiceBatch>? services)
    {
        var state = Assert.Single(Assert.Single(services!).States);
        return $"{state.Kind} {state.Version} {Encoding.UTF8.GetString(state.Document)} "
            + string.Join(' ', state.Set.Select(static item => item.Id));
    }
}
