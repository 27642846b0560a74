using System.Text;
using Marketplace.Grains.AuditLogging;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

/// <summary>What is written to the journal is what is read from it.</summary>
public sealed class JournalFormatTests
{
    [Fact]
    public void An_entry_has_all_that_its_batch_has_in_the_same_order()
    {
        var order = new ServiceBatch("order");
        order.Write(new StateRow(
            7, StateRowKind.Made, long.MaxValue, Json("{}"), [("open", -3, Json("[1]")), ("open", long.MaxValue, Json("\"é\""))], [], State: null));
        order.Write(new StateRow(long.MinValue, StateRowKind.Changed, 5, Json("{\"a\":1}"), [], [("open", 0), ("ingested", 1)], State: null));
        order.Write(new StateRow(9, StateRowKind.Cleared, 1L << 40, [], [], [], State: null));
        order.Write(new PreparedRow(7, Version: 0, Next: 1, Open: 2, Json("{\"time\":1}")));
        order.Write(new PreparedRow(long.MinValue, long.MaxValue, 1L << 60, Open: 0, Json("{}")));
        order.Number(7, 12);
        order.Number(8, 0);
        order.Write(3, 7, 2, () => Json("{\"step\":0}"));
        order.Write(4, 7, 0, write: null);
        var concluded = Json("{\"id\":1}");
        order.Append("orders", 1, concluded);
        order.Append("orders", -1, Json("{\"id\":2}"));
        order.Append("events", 0, Json("null"));
        var time = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).AddTicks(1);
        order.Log(-2, new LogRow(1, new LogRecord("entry", "1|2|3", 1, "t \0 é", time, Json("{}"))));
        order.Log(-2, new LogRow(2, new LogRecord("order", "1|2", 1, "", time, Json("1"))));
        order.Log(-2, new LogRow(3, new LogRecord("order", "1|1", 1, "t", time, concluded)));
        order.Log(-3, new LogRow(1, new LogRecord("order", "2|1", 2, "t", time, concluded)));
        var cart = new ServiceBatch("cart");
        cart.Append("attempts", 5, Json("{}"));

        var read = Again(cart, order);

        Assert.Equal(["cart", "order"], read.Select(static service => service.Service));
        Assert.Equal(Text(cart), Text(read[0]));
        Assert.Equal(Text(order), Text(read[1]));
        Assert.Contains("7 Made", Text(order), StringComparison.Ordinal);
    }

    [Fact]
    public void An_entry_that_is_cut_off_is_refused()
    {
        var cart = new ServiceBatch("cart");
        cart.Append("attempts", 5, Json("{}"));
        var writer = new JournalWriter();
        JournalFormat.Write(writer, [cart]);
        for (var length = 1; length < writer.Written.Length; length++)
        {
            var cut = writer.Written[..length].ToArray();
            Assert.Throws<InvalidDataException>(() => JournalFormat.Read(cut));
        }
    }

    [Fact]
    public void An_entry_of_the_version_before_is_read()
    {
        var writer = new JournalWriter();
        writer.Text("cart");
        writer.Count(0);
        writer.Count(1);
        writer.Number(7);
        writer.Number(12);
        for (var empty = 0; empty < 3; empty++)
            writer.Count(0);

        writer.Seal();
        var cart = JournalFormat.Read(writer.Written.Span, JournalFormat.WithoutPrepared).Single();
        Assert.Equal(("cart", 12), (cart.Service, cart.Numbers[7]));
    }

    private static List<ServiceBatch> Again(params ServiceBatch[] services)
    {
        var writer = new JournalWriter();
        JournalFormat.Write(writer, services);
        return JournalFormat.Read(writer.Written.Span);
    }

    private static byte[] Json(string text) => Encoding.UTF8.GetBytes(text);

    private static string Text(ServiceBatch service)
    {
        var text = new StringBuilder();
        foreach (var state in service.States)
        {
            text.AppendLine($"{state.Grain} {state.Kind} {state.Version} {state.Next} {Text(state.Document)}");
            text.AppendJoin('\n', state.Set.Select(static item => $"+ {item.Part} {item.Id} {Text(item.Document)}")).AppendLine();
            text.AppendJoin('\n', state.Removed.Select(static item => $"- {item.Part} {item.Id}")).AppendLine();
        }

        text.AppendJoin('\n', service.Prepared.Select(static row => $"{row.Grain} {row.Version} {row.Next} {row.Open} {Text(row.Record)}"));
        text.AppendJoin('\n', service.Numbers.Select(static number => $"number {number.Key} {number.Value}")).AppendLine();
        text.AppendJoin('\n', service.Steps.Select(static step => $"step {step.Key} {step.Value.Number} {Text(step.Value.Write?.Invoke() ?? [])}"));
        foreach (var (table, keys, records) in service.Archives)
            text.AppendLine().Append(table).Append(' ').AppendJoin(' ', keys.Zip(records.Select(Text)));

        foreach (var (writer, (number, record)) in service.AllLogged.SelectMany(static log => log.Rows, static (log, row) => (log.Writer, row)))
        {
            text.AppendLine($"log {writer} {number} {record.Type} {record.Key} {record.CustomerId} {record.Tid} {record.Time:O} ")
                .Append(record.Time.Kind).Append(Text(record.Value));
        }

        return text.ToString();
    }

    private static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes);
}
