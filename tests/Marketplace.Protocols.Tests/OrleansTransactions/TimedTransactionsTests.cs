using Marketplace.Protocols.OrleansTransactions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Orleans.Transactions;
using Xunit;

namespace Marketplace.Protocols.Tests.OrleansTransactions;

/// <summary>How long Orleans lets a transaction last.</summary>
public sealed class TimedTransactionsTests
{
    [Fact]
    public async Task A_transaction_lasts_as_long_as_it_may_hold_a_lock_whatever_its_client_asks_for()
    {
        var services = new ServiceCollection();
        services.AddSingleton<Asked>().AddSingleton<ITransactionAgent, Agent>();
        services.AddOrleansTransactionsProtocol(new ProtocolOptions { Timeout = TimeSpan.FromMilliseconds(300) });
        await using var provider = services.BuildServiceProvider();
        var agent = provider.GetRequiredService<ITransactionAgent>();

        await agent.StartTransaction(readOnly: true, timeout: TimeSpan.FromSeconds(10));
        Assert.Equal(TimeSpan.FromMilliseconds(300), provider.GetRequiredService<Asked>().Timeout);

        provider.GetRequiredService<IOptions<TransactionalStateOptions>>().Value.LockTimeout = TimeSpan.FromSeconds(3);
        await agent.StartTransaction(readOnly: true, timeout: TimeSpan.FromSeconds(10));
        Assert.Equal(TimeSpan.FromSeconds(3), provider.GetRequiredService<Asked>().Timeout);
    }

    [Fact]
    public void A_silo_without_transactions_is_refused() => Assert.Contains(
        "UseTransactions",
        Assert.Throws<InvalidOperationException>(static () => new ServiceCollection().AddOrleansTransactionsProtocol(new())).Message,
        StringComparison.Ordinal);

    private sealed class Asked
    {
        public TimeSpan Timeout { get; set; }
    }

    private sealed class Agent(Asked asked) : ITransactionAgent
    {
        public Task<TransactionInfo> StartTransaction(bool readOnly, TimeSpan timeout)
        {
            Assert.True(readOnly);
            asked.Timeout = timeout;
            return Task.FromResult(new TransactionInfo());
        }

        public Task<(TransactionalStatus Status, Exception? exception)> Resolve(TransactionInfo transactionInfo) => throw new NotSupportedException();

        public Task Abort(TransactionInfo transactionInfo) => throw new NotSupportedException();
    }
}
